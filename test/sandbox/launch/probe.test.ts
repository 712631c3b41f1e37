import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { chooseLauncher } from '../../../src/sandbox/launch/choose-launcher.ts'
import type { Launcher } from '../../../src/sandbox/launch/launcher.ts'
import { probeSandbox } from '../../../src/sandbox/probe.ts'
import { tryLevel } from '../../../src/sandbox/try-level.ts'
import { createProcessGroupLauncher } from '../../../src/sandbox/launch/process-group-launcher.ts'
import { missingPrograms } from './missing-programs.ts'

const { skip, found } = missingPrograms('prlimit')

describe('the probe', () => {
  it('reports every level, as plain JSON', async () => {
    const { report } = await probeSandbox()
    assert.deepEqual(
      report.levels.map(({ level }) => level),
      ['none', 'standard', 'strict', 'restricted'],
    )
    assert.deepEqual(
      JSON.parse(JSON.stringify(report.levels.map(({ gaps }) => gaps))),
      report.levels.map(({ gaps }) => gaps),
    )
    for (const { enforced, gaps } of report.levels) assert.ok(enforced || gaps.length > 0)
  })

  it('is run once', async () => {
    assert.equal(await probeSandbox(), await probeSandbox())
  })

  it('has a launcher for each level that it calls enforced, and a refusal with a cure for each other', async () => {
    const { report } = await probeSandbox()
    for (const { level, enforced } of report.levels) {
      if (level === 'none') continue
      if (enforced) assert.ok((await chooseLauncher(level)).levels.includes(level))
      else
        await assert.rejects(
          chooseLauncher(level),
          (error: unknown) => ToolwrightError.is(error, 'SANDBOX_UNAVAILABLE') && error.hint !== '',
        )
    }
  })

  it('finds what a mechanism does not hold', { skip }, async () => {
    // A launcher that calls itself bubblewrap and confines nothing.
    const { start } = createProcessGroupLauncher({ prlimit: found[0] })
    const liar: Launcher = {
      name: 'bubblewrap',
      levels: ['strict'],
      start: (policy, launch) => start({ ...policy, level: 'standard' }, launch),
    }
    const { problems } = await tryLevel(liar, 'strict', import.meta.filename)
    for (const problem of [
      'a file that is on no list can be seen',
      '/var can be seen',
      'no filter of system calls is in force',
      'there is a network',
      'other processes can be seen',
    ])
      assert.ok(problems.includes(problem), `${problem}: ${problems.join('; ')}`)
  })

  it('calls a mechanism that it does not know broken', { skip }, async () => {
    const { start } = createProcessGroupLauncher({ prlimit: found[0] })
    const unknown: Launcher = {
      name: 'magic',
      levels: ['strict'],
      start: (policy, launch) => start({ ...policy, level: 'standard' }, launch),
    }
    assert.deepEqual((await tryLevel(unknown, 'strict', import.meta.filename)).problems, [
      'nothing is known of how to try this mechanism',
    ])
  })
})
