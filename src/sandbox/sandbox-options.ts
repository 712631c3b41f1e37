import { isAbsolute } from 'node:path'
import type { AllowList } from '../define/constraints.ts'
import {
  aListOf,
  anObject,
  checkOptions,
  type OptionRule,
  type OptionRules,
} from '../define/check-options.ts'
import { hostList } from '../network/host-list.ts'
import type { ResourceLimits } from './policy.ts'

/** What isolated tools of a deployment may do at most, and as whom. */
export interface SandboxOptions {
  /** The most that the allow-list of any tool may name. @default reading and writing the roots, no hosts */
  readonly allow?: AllowList | undefined
  /** Memory, processor time, processes, open files and scratch space of one call. */
  readonly limits?: Partial<ResourceLimits> | undefined
  /** As whom isolated processes run when the host is root; they never run as root from strict up. @default nobody, 65534 */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1
const aCount: OptionRule = [isCount, 'a whole number from 1']

const ALLOW_RULES: OptionRules<AllowList> = {
  read: aListOf('absolute paths', (item) => isText(item) && isAbsolute(String(item))),
  write: aListOf('absolute paths', (item) => isText(item) && isAbsolute(String(item))),
  hosts: aListOf('hosts, such as `api.example.com` or `*.example.com:443`', isText),
}

const LIMIT_RULES: OptionRules<ResourceLimits> = {
  memoryBytes: aCount,
  cpuSeconds: aCount,
  maxProcesses: aCount,
  maxOpenFiles: aCount,
  scratchBytes: aCount,
}

const RULES: OptionRules<SandboxOptions> = {
  allow: anObject,
  limits: anObject,
  user: [
    (value) => {
      const { uid, gid } = Object(value) as { uid?: unknown; gid?: unknown }
      return isCount(uid) && isCount(gid)
    },
    '`{ uid, gid }` of a user that is not root',
  ],
}

/** Throws for what is misspelt or cannot be. */
export function checkSandboxOptions(options: SandboxOptions): void {
  checkOptions('sandbox', options, RULES)
  if (options.allow !== undefined) checkOptions('sandbox.allow', options.allow, ALLOW_RULES)
  hostList(options.allow?.hosts ?? []) // throws for a pattern that would never match
  if (options.limits !== undefined) checkOptions('sandbox.limits', options.limits, LIMIT_RULES)
}
