// Everything that must hold before a commit, each check timed. Stops at nothing, so that one run tells all.
import { spawnSync } from 'node:child_process'

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '-p', '.'],
  ['dead code', 'knip'],
  ['docs', process.execPath, 'scripts/write-docs.ts', '--check'],
  ['unit tests', process.execPath, 'scripts/test.ts', '--unit'],
]

let failed = 0
for (const [name, command, ...args] of CHECKS) {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.log(`${status === 0 ? '✔' : '✘'} ${name.padEnd(12)} ${seconds} s`)
  if (status === 0) continue
  failed++
  // Of a test run only what failed: the rest is a thousand lines.
  console.log(`${stdout ?? ''}${stderr ?? ''}`.replace(/^[^]*failing tests:/, '').trim())
}
console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${CHECKS.length} checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
