#!/usr/bin/env node
// The command line. Plain JavaScript that even an old Node can read: it says which Node is needed instead of failing.
import { existsSync } from 'node:fs'
import { nodeTooOld } from './check-node.js'

const problem = nodeTooOld()
if (problem === undefined) {
  // A clone has the source, which runs as it is; the package has what was built from it.
  const source = new URL('../src/cli/main.ts', import.meta.url)
  const main = existsSync(source) ? source : new URL('../dist/cli/main.js', import.meta.url)
  const { runCli } = await import(main.href)
  process.exitCode = await runCli(process.argv.slice(2))
} else {
  console.error(problem)
  process.exitCode = 1
}
