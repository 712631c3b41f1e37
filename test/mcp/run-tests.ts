// The test command of this package, entered through bin/enter.js: it runs with the Node of the clone or says what is
// missing, wherever it was started.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'

const here = import.meta.dirname
if (!existsSync(resolve(here, 'node_modules'))) {
  console.log('Skipped: the servers are not installed. Run `npm ci --prefix test/mcp` first.')
  process.exit(0)
}

// Everything here waits for somebody else's code; a wait that does not end is a failure.
const flags = ['--test', '--test-isolation=none', '--test-timeout=60000']
const { status } = spawnSync(process.execPath, [...flags, ...globSync('*.test.ts', { cwd: here })], {
  cwd: here,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
