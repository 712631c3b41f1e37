// The test command of this package, entered through bin/enter.js: it runs with the Node of the clone or says what is
// missing, wherever it was started.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'

const here = import.meta.dirname
if (!existsSync(resolve(here, 'node_modules'))) {
  console.error('The clients are not installed. Run `npm ci --prefix test/interop` first.')
  process.exit(1)
}

// A clone that has the corpora beside it uses them without being told.
const beside = resolve(here, '../../../shared/corpora')
const corpora = process.env['TOOLWRIGHT_CORPORA'] ?? (existsSync(beside) ? beside : undefined)
if (corpora === undefined)
  console.log('TOOLWRIGHT_CORPORA is not set: requests are not judged by the official schemas.')

// Everything here waits for somebody else's code; a wait that does not end is a failure.
const flags = ['--test', '--test-isolation=none', '--test-timeout=30000']
const { status } = spawnSync(process.execPath, [...flags, ...globSync('*.test.ts', { cwd: here })], {
  cwd: here,
  stdio: 'inherit',
  env: { ...process.env, ...(corpora === undefined ? {} : { TOOLWRIGHT_CORPORA: corpora }) },
})
process.exitCode = status ?? 1
