import { fileURLToPath } from 'node:url'
import type { ProgressUpdate } from '../../../src/define/tool-context.ts'
import {
  DEFAULT_RESOURCE_LIMITS,
  type SandboxLevel,
  type SandboxPolicy,
} from '../../../src/sandbox/policy.ts'
import type { SandboxProgram } from '../../../src/sandbox/program.ts'
import type { JobContext, Sandbox, SandboxJob, SandboxOutcome } from '../../../src/sandbox/sandbox.ts'

const MB = 1024 * 1024

export function policyOf(level: SandboxLevel, changes: Partial<SandboxPolicy> = {}): SandboxPolicy {
  return {
    level,
    read: [],
    write: [],
    hosts: [],
    allowSideEffects: true,
    limits: { ...DEFAULT_RESOURCE_LIMITS, memoryBytes: 128 * MB },
    ...changes,
  }
}

const moduleFile = (name: string): string => fileURLToPath(new URL(`modules/${name}.ts`, import.meta.url))

export const answers = (exportName: string): SandboxProgram => ({
  kind: 'module',
  file: moduleFile('answers'),
  exportName,
})

export const hostile = (exportName: string): SandboxProgram => ({
  kind: 'module',
  file: moduleFile('hostile'),
  exportName,
})

export const code = (text: string): SandboxProgram => ({ kind: 'code', code: text })

/** What a job said on its way, and how it ended. */
export interface Told {
  readonly outcome: SandboxOutcome
  readonly progress: ProgressUpdate[]
  readonly partials: unknown[]
  readonly logs: (readonly [message: string, fields?: Readonly<Record<string, unknown>>])[]
  /** From the abort of its signal to the outcome, below 0 without one; the signal itself may be late on a busy machine. */
  readonly afterAbortMs: number
}

export interface JobChanges extends Partial<Omit<SandboxJob, 'program' | 'context' | 'policy'>> {
  readonly context?: Partial<JobContext>
  readonly policy?: SandboxPolicy
}

/** Runs one job and keeps everything that it told. */
export async function runJob(
  sandbox: Sandbox,
  program: SandboxProgram,
  { context = {}, ...changes }: JobChanges = {},
): Promise<Told> {
  const progress: Told['progress'] = []
  const partials: Told['partials'] = []
  const logs: Told['logs'] = []
  let abortMs = Infinity
  const signal = changes.signal ?? AbortSignal.timeout(20_000)
  signal.addEventListener('abort', () => (abortMs = performance.now()))
  const outcome = await sandbox.run({
    program,
    args: {},
    policy: policyOf('standard'),
    maxOutputBytes: MB,
    signal,
    onProgress: (update) => void progress.push(update),
    onPartial: (piece) => void partials.push(piece),
    onLog: (message, fields) => void logs.push(fields === undefined ? [message] : [message, fields]),
    ...changes,
    context: {
      callId: 'call_1',
      toolName: 'sample',
      callerId: undefined,
      conversationId: undefined,
      channelId: undefined,
      workingDirectory: '/',
      environment: {},
      captureStderr: true,
      ...context,
    },
  })
  return { outcome, progress, partials, logs, afterAbortMs: performance.now() - abortMs }
}

/** The value, or what went wrong as text, for one comparison. */
export function endOf({ outcome }: Told): unknown {
  return outcome.ok ? outcome.value : `${outcome.error.code}: ${outcome.error.message}`
}
