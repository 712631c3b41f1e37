import type { ResourceLimits } from '../policy.ts'
import { countProcesses } from './count-processes.ts'
import { createPidsCgroup, type PidsCgroup } from './pids-cgroup.ts'
import { countedProcesses } from './resource-limits.ts'
import type { User } from './unprivileged-user.ts'

/** What holds the number of processes where no namespace does. */
export interface ProcessHold {
  readonly cgroup: PidsCgroup | undefined
  /** For a limit that counts every process of the user; undefined when the group holds, or nothing can. */
  readonly otherProcesses: number | undefined
}

/** A control group of the call's own where this host may make one, else a limit on all processes of the user. */
export function holdProcesses(
  limits: ResourceLimits,
  isScriptEngine: boolean,
  user: User | undefined,
): ProcessHold {
  const cgroup = createPidsCgroup(countedProcesses(limits, isScriptEngine))
  if (cgroup !== undefined) return { cgroup, otherProcesses: undefined }
  return { cgroup, otherProcesses: countProcesses(user?.uid ?? process.getuid?.() ?? 0) }
}
