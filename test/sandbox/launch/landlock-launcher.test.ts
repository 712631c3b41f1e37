import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { createLandlockLauncher } from '../../../src/sandbox/launch/landlock-launcher.ts'
import { tryLevel } from '../../../src/sandbox/try-level.ts'
import { describeLauncher } from '../../contracts/launcher.ts'
import { missingPrograms } from './missing-programs.ts'
import { policyAt, script } from './run-program.ts'

const { skip: missing, found } = missingPrograms('prlimit')
const launcher = createLandlockLauncher({ prlimit: found[0] ?? '' })

// The kernel is asked by running it once; where it has no Landlock, or too old a one, the words say so.
const trial = missing === false ? await tryLevel(launcher, 'strict', import.meta.filename) : undefined
const skip = missing !== false ? missing : (trial?.problems.length ?? 0) > 0 && String(trial?.problems[0])

describeLauncher(launcher, { hides: false, hasScratch: false, protectsAtStandard: false }, skip)

describe('landlock', { skip }, () => {
  it('refuses hosts, which it cannot filter', async () => {
    await assert.rejects(
      launcher.start(policyAt('strict', { hosts: ['example.com'] }), script('true')),
      (error: unknown) =>
        ToolwrightError.is(error, 'SANDBOX_UNAVAILABLE') && /filters ports/.test(error.message),
    )
  })
})
