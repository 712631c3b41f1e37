import type { SandboxPolicy } from '../policy.ts'
import type { Launch } from './launcher.ts'
import { createPidsCgroup, type PidsCgroup } from './pids-cgroup.ts'
import { resolvePath } from './resolve-path.ts'
import { countedProcesses } from './resource-limits.ts'
import { unavailable } from './unavailable.ts'
import { type Barrier, findBarrier, type User, userToBecome } from './unprivileged-user.ts'

/** As whom a program at standard runs, and what then limits its processes. */
export interface StandardUser {
  /** Undefined: as the host's own user. */
  readonly user: User | undefined
  /** Set for root, whom no limit of processes binds. */
  readonly cgroup: PidsCgroup | undefined
}

function firstBarrier(paths: readonly string[], user: User): Barrier | undefined {
  for (const path of paths) {
    const barrier = findBarrier(resolvePath(path).real, 'read', user)
    if (barrier !== undefined) return barrier
  }
  return undefined
}

/**
 * A host that is root starts its programs as somebody who is not, where that user can reach them. Where not – a clone
 * beneath /root – root it is, if a control group can hold the number of processes; else it is refused.
 */
export function standardUser(
  policy: SandboxPolicy,
  launch: Launch,
  configured: User | undefined,
): StandardUser {
  const user = userToBecome(configured)
  if (user === undefined) return { user, cgroup: undefined }
  const barrier = firstBarrier([...launch.runtimePaths, launch.workingDirectory], user)
  if (barrier === undefined) return { user, cgroup: undefined }
  const cgroup = createPidsCgroup(countedProcesses(policy.limits, launch.isScriptEngine))
  if (cgroup !== undefined) return { user: undefined, cgroup }
  throw unavailable(
    `User ${user.uid} cannot ${barrier.lacks} \`${barrier.path}\` (mode ${barrier.mode}), and nothing limits the processes of root here.`,
    `Run \`${barrier.cure}\`, run the host as a user who is not root, or name another user in \`sandbox.user\`.`,
    { barrier: barrier.path },
  )
}
