import type { SandboxLevel } from '../policy.ts'
import { unavailable } from './unavailable.ts'

/** Throws for a level that a launcher does not serve. */
export function refuseLevel(launcher: string, levels: readonly SandboxLevel[], level: SandboxLevel): void {
  if (levels.includes(level)) return
  throw unavailable(
    `\`${launcher}\` cannot enforce \`${level}\` here.`,
    'Run `toolwright doctor` to see what is missing.',
    { level, launcher },
  )
}
