#!/usr/bin/env node
// Every npm script enters here: `node bin/enter.js program.ts …` checks the Node version, then runs the program.
import { pathToFileURL } from 'node:url'
import { nodeTooOld } from './check-node.js'

const problem = nodeTooOld()
const program = process.argv[2]
if (problem !== undefined) {
  console.error(problem)
  process.exitCode = 1
} else if (program === undefined) {
  console.error('Usage: node bin/enter.js <program.ts> [arguments]')
  process.exitCode = 2
} else {
  process.argv.splice(1, 1)
  const { registerHooks } = await import('node:module')
  // In the clone, programs that import `toolwright` get the source, as users get the package: no build is needed.
  const source = new URL('../src/index.ts', import.meta.url).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'toolwright'
        ? { url: source, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
  await import(pathToFileURL(program).href)
}
