// The test command. Unit tests share one process (600 tests in two seconds); those that start processes, or measure how
// cost grows, get their own.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { long: { type: 'boolean' }, coverage: { type: 'boolean' }, unit: { type: 'boolean' } },
})

// test/interop, test/mcp, test/openapi and test/typescripts are packages of their own, with their own test commands.
const unit = globSync('test/**/*.test.ts', {
  exclude: ['test/interop', 'test/mcp', 'test/typescripts'],
}).filter((file) => !/^test\/(e2e|sandbox|growth|long|interop|mcp|sources\/mcp)\//.test(file))
const isolated = globSync('test/{e2e,sandbox,growth,sources/mcp}/**/*.test.ts')
const long = globSync('test/long/**/*.test.ts')

// What runs in processes of its own is tested in those, where nothing counts.
const COVERAGE = [
  '--experimental-test-coverage',
  '--test-coverage-include=src/**',
  '--test-coverage-exclude=src/sandbox/**',
  '--test-coverage-exclude=src/sources/mcp/**',
  '--test-coverage-exclude=src/cli/commands/doctor.ts',
  '--test-coverage-lines=95',
]

// A clone that has the corpora beside it uses them without being told.
const beside = resolve('../shared/corpora')
const corpora = process.env['TOOLWRIGHT_CORPORA'] ?? (existsSync(beside) ? beside : undefined)
if (corpora === undefined)
  console.log('TOOLWRIGHT_CORPORA is not set: tests over real-world data are skipped.')

function run(files: readonly string[], flags: readonly string[]): number {
  if (files.length === 0) {
    console.error('No test files were found.')
    return 1
  }
  const { status } = spawnSync(process.execPath, ['--test', ...flags, ...files], {
    stdio: 'inherit',
    env: { ...process.env, ...(corpora === undefined ? {} : { TOOLWRIGHT_CORPORA: corpora }) },
  })
  return status ?? 1
}

if (values.long === true) process.exitCode = run(long, ['--test-isolation=none'])
else if (values.coverage === true) process.exitCode = run(unit, ['--test-isolation=none', ...COVERAGE])
else process.exitCode = run(unit, ['--test-isolation=none']) || (values.unit === true ? 0 : run(isolated, []))
