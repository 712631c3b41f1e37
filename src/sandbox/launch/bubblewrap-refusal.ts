import { readFileSync } from 'node:fs'
import type { ToolwrightError } from '../../errors/toolwright-error.ts'
import { unavailable } from './unavailable.ts'

// Settings that forbid user namespaces to those who are not root, by distribution.
const SETTINGS: readonly (readonly [name: string, forbidding: string, mended: string])[] = [
  ['kernel.unprivileged_userns_clone', '0', '1'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
  ['user.max_user_namespaces', '0', '10000'],
]

function settingCure(): string | undefined {
  for (const [name, forbidding, mended] of SETTINGS) {
    try {
      const value = readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8').trim()
      if (value === forbidding) return `User namespaces are forbidden: \`sysctl -w ${name}=${mended}\`.`
    } catch {
      // this kernel has no such setting
    }
  }
  return undefined
}

const CURES: readonly (readonly [RegExp, string])[] = [
  [
    /apparmor|uid map/i,
    'Allow user namespaces to bubblewrap: give it an AppArmor profile, or `sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.',
  ],
  [
    /No permissions to creat|not permitted|Permission denied/i,
    'Allow user namespaces: `sysctl -w kernel.unprivileged_userns_clone=1`; in a container, allow `unshare` in its seccomp profile.',
  ],
  [/No space left|ENOSPC/i, 'Raise `sysctl user.max_user_namespaces`.'],
  [/Resource temporarily unavailable|EAGAIN/i, 'Raise the limit of processes of the user, or end some.'],
  [/Unknown option/i, 'Install bubblewrap 0.8 or newer.'],
]

/** What to do about what bubblewrap said. */
export function bubblewrapCure(words: string): string {
  return (
    (/namespace|permi|uid map|No space/i.test(words) ? settingCure() : undefined) ??
    CURES.find(([pattern]) => pattern.test(words))?.[1] ??
    'Run `bwrap --ro-bind / / --unshare-all /bin/true` as the same user to see what fails.'
  )
}

/** The error for a sandbox that bubblewrap did not make. */
export function bubblewrapRefusal(words: string): ToolwrightError {
  return unavailable(
    `bubblewrap failed before the program began: ${words.slice(0, 500) || 'it said nothing'}.`,
    bubblewrapCure(words),
  )
}
