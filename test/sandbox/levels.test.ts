import { createSandbox } from '../../src/sandbox/create-sandbox.ts'
import { openSandbox } from '../../src/sandbox/open-sandbox.ts'
import { describeSandboxLevel, type LevelTraits } from '../contracts/sandbox.ts'
import { directLauncher } from './worker/direct-launcher.ts'
import { skipReason } from './worker/real-launchers.ts'

const LEVELS = {
  standard: { modules: true, commands: true, keepsState: true },
  strict: { modules: true, commands: true, keepsState: false },
  restricted: { modules: false, commands: false, keepsState: false },
} as const satisfies Record<string, LevelTraits>

for (const level of ['standard', 'strict', 'restricted'] as const) {
  describeSandboxLevel('this machine', level, LEVELS[level], () => openSandbox(), skipReason(level))
  // What is on this side of the boundary holds whatever is on the other.
  describeSandboxLevel('no confinement', level, LEVELS[level], () =>
    createSandbox({ launchers: [directLauncher] }),
  )
}
