import type { ConfinedProcess, ExitStatus, Launch, Launcher } from '../../../src/sandbox/launch/launcher.ts'
import {
  DEFAULT_RESOURCE_LIMITS,
  type ResourceLimits,
  type SandboxLevel,
  type SandboxPolicy,
} from '../../../src/sandbox/policy.ts'

export type PolicyChanges = Partial<Omit<SandboxPolicy, 'limits'>> & { limits?: Partial<ResourceLimits> }

export const policyAt = (level: SandboxLevel, changes: PolicyChanges = {}): SandboxPolicy => ({
  level,
  read: [],
  write: [],
  hosts: [],
  allowSideEffects: true,
  ...changes,
  limits: { ...DEFAULT_RESOURCE_LIMITS, ...changes.limits },
})

/** A shell script as a program, with what it is given. */
export const script = (text: string, changes: Partial<Launch> = {}): Launch => ({
  argv: ['/bin/sh', '-c', text],
  environment: {},
  workingDirectory: '/tmp',
  runtimePaths: [],
  channels: 0,
  isScriptEngine: false,
  ...changes,
})

export interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly status: ExitStatus
}

// The handle of a process does not keep the test alive; its output does, and what comes after that must too.
const LONGEST_TEST_MS = 30_000

export async function finish(confined: ConfinedProcess, stdin = ''): Promise<Ended> {
  const timer = setTimeout(() => confined.kill(), LONGEST_TEST_MS)
  confined.stdin.end(stdin)
  const [stdout, stderr, status] = await Promise.all([
    confined.stdout.setEncoding('utf8').toArray(),
    confined.stderr.setEncoding('utf8').toArray(),
    confined.exited,
  ])
  clearTimeout(timer)
  return { stdout: stdout.join(''), stderr: stderr.join(''), status }
}

/** Runs a script to its end. */
export async function run(
  launcher: Launcher,
  policy: SandboxPolicy,
  text: string,
  changes: Partial<Launch> = {},
): Promise<Ended> {
  return finish(await launcher.start(policy, script(text, changes)))
}
