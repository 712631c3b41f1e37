import { readdirSync, statSync } from 'node:fs'
import { release } from 'node:os'

/**
 * Whether the kernel counts processes against RLIMIT_NPROC within a user namespace (since 5.14), so that programs in
 * namespaces of their own do not use up each other's share.
 */
export function countsWithinNamespaces(kernel = release()): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number.parseFloat)
  return major > 5 || (major === 5 && minor >= 14)
}

/**
 * How many processes and threads a user has on this machine: the kernel counts both against RLIMIT_NPROC. Undefined where
 * the system does not tell.
 */
export function countProcesses(uid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  let count = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (statSync(`/proc/${name}`).uid === uid) count += statSync(`/proc/${name}/task`).nlink - 2
    } catch {
      // over, in between
    }
  }
  return count
}
