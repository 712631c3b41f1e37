import { type ProbeOptions, probeSandbox } from '../probe.ts'
import type { SandboxLevel } from '../policy.ts'
import type { Launcher } from './launcher.ts'
import { unavailable } from './unavailable.ts'

/**
 * The launcher that enforces a level on this machine, as the probe found by running it. Throws SANDBOX_UNAVAILABLE, with
 * the cures of what is missing, where there is none: a level is never lowered.
 */
export async function chooseLauncher(level: SandboxLevel, options: ProbeOptions = {}): Promise<Launcher> {
  const { launchers, report } = await probeSandbox(options)
  const launcher = launchers.get(level)
  if (launcher !== undefined) return launcher
  const gaps = report.levels.find((one) => one.level === level)?.gaps ?? []
  throw unavailable(
    `Isolation \`${level}\` cannot be enforced here: ${gaps.map(({ what }) => what).join(' ')}`,
    gaps.map(({ cure }) => cure).join(' Or: ') || 'Run `toolwright doctor` to see what is missing.',
    { level, gaps },
  )
}
