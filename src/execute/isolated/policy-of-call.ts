import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Isolation } from '../../define/isolation.ts'
import type { Limits } from '../../define/limits-of.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { hostList } from '../../network/host-list.ts'
import { DEFAULT_RESOURCE_LIMITS, type SandboxPolicy } from '../../sandbox/policy.ts'
import type { IsolationSettings } from './isolation-settings.ts'

/**
 * What a call may reach: what its tool asks for, if the host allows all of it. A list that goes past the cap is refused
 * rather than cut: the tool would fail later, for a reason that nobody sees.
 */
export async function policyOfCall(
  toolName: string,
  level: Exclude<Isolation, 'none'>,
  limits: Limits,
  settings: IsolationSettings,
): Promise<SandboxPolicy> {
  const { allow = {} } = limits
  const isListed = level === 'strict'
  const [read, write] = await Promise.all([
    isListed ? checkPaths(toolName, 'read', allow.read ?? [], settings) : [],
    isListed ? checkPaths(toolName, 'write', allow.write ?? [], settings) : [],
  ])
  const hosts = isListed ? checkHosts(toolName, allow.hosts ?? [], settings.allow.hosts) : []
  return {
    level,
    read,
    write,
    hosts,
    allowSideEffects: limits.allowSideEffects,
    limits: {
      ...DEFAULT_RESOURCE_LIMITS,
      // A tool that may run for long may also work for long.
      cpuSeconds: Math.max(DEFAULT_RESOURCE_LIMITS.cpuSeconds, Math.ceil(limits.maxExecutionMs / 1_000)),
      ...settings.limits,
    },
  }
}

async function checkPaths(
  toolName: string,
  use: 'read' | 'write',
  wanted: readonly string[],
  { roots, allow }: IsolationSettings,
): Promise<readonly string[]> {
  // What may be written may be read as well.
  const caps = use === 'read' ? [...allow.read, ...allow.write] : allow.write
  const realCaps = await Promise.all(caps.map(realPath))
  return Promise.all(
    wanted.map(async (path) => {
      const real = await realPath(resolve(roots[0] ?? '/', path))
      if (realCaps.some((cap) => isInside(real, cap))) return real
      throw denied(toolName, `to ${use} \`${path}\``, `sandbox: { allow: { ${use}: ['${path}'] } }`)
    }),
  )
}

function checkHosts(
  toolName: string,
  wanted: readonly string[],
  allowed: readonly string[],
): readonly string[] {
  const cap = hostList(allowed)
  const refused = wanted.find((host) => !cap.covers(host))
  if (refused === undefined) return wanted
  throw denied(toolName, `to reach \`${refused}\``, `sandbox: { allow: { hosts: ['${refused}'] } }`)
}

/** The real path; of what does not exist yet, that of the nearest folder that does. */
async function realPath(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch {
    const parent = resolve(whole, '..')
    return parent === whole
      ? whole
      : resolve(await realPath(parent), whole.slice(parent.length).replace(/^\/+/, ''))
  }
}

/** Whether a path is a folder or within it. Both are real. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function denied(toolName: string, what: string, option: string): ToolwrightError {
  return new ToolwrightError(
    'SANDBOX_DENIED',
    `tool '${toolName}' asks ${what}, which this host does not allow. The operator can allow it: createToolwright({ ${option} }).`,
    { toolName },
  )
}
