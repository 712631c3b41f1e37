import type { SandboxLevel } from '../../../src/sandbox/policy.ts'
import { probeSandbox } from '../../../src/sandbox/probe.ts'

const { launchers, report } = await probeSandbox()

/** Why tests of a level are skipped here. */
export function skipReason(level: SandboxLevel): string | false {
  if (launchers.has(level)) return false
  const gaps = report.levels.find((one) => one.level === level)?.gaps ?? []
  return `isolation '${level}' cannot be enforced here: ${gaps.map(({ what }) => what).join(' ')}`
}
