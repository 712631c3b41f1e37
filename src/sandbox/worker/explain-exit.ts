import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ExitStatus } from '../launch/launcher.ts'
import type { ResourceLimits } from '../policy.ts'
import { tailOf } from './tail-of.ts'

/** What is known of a process that ended without a result. */
export interface ExitFacts {
  /** Undefined: it still ran, but had closed its channel. */
  readonly status: ExitStatus | undefined
  readonly stderr: string
  readonly captureStderr: boolean
  readonly toolName: string
  readonly limits: ResourceLimits
}

const OUT_OF_MEMORY = /heap out of memory|Reached heap limit|Fatal process out of memory|allocation failed/i
// How Node, V8 and the C library end a process that has no memory left.
const MEMORY_SIGNALS: ReadonlySet<string> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV'])
// The end of it, for a message; the details have more.
const STDERR_IN_MESSAGE = 1_024

/** Why a worker ended: at a limit, or in some other way before its result. */
export function explainExit(facts: ExitFacts): ToolwrightError {
  const { status, stderr, captureStderr, toolName, limits } = facts
  const tail = captureStderr ? stderr.trim() : ''
  const options = { toolName, ...(tail === '' ? {} : { details: { stderr: tail } }) }
  if (status === undefined) {
    return new ToolwrightError(
      'SANDBOX_CRASHED',
      `tool '${toolName}' closed its channel to the host before it gave a result, and was ended.`,
      options,
    )
  }
  const { signal } = status
  if (signal !== null && MEMORY_SIGNALS.has(signal) && OUT_OF_MEMORY.test(stderr)) {
    const megabytes = Math.floor(limits.memoryBytes / 2 ** 20)
    return new ToolwrightError(
      'SANDBOX_LIMIT',
      `tool '${toolName}' used more than ${megabytes} MB of memory and was ended.`,
      { toolName },
    )
  }
  if (signal === 'SIGKILL' || signal === 'SIGXCPU') return killedByKernel(toolName, limits)
  return new ToolwrightError(
    'SANDBOX_CRASHED',
    `the process of tool '${toolName}' ended ${howEnded(status)} before it gave a result.${tail === '' ? '' : ` It wrote to standard error: ${tailOf(tail, STDERR_IN_MESSAGE)}`}`,
    options,
  )
}

/** Nobody here killed it, so the kernel did. */
export function killedByKernel(toolName: string, limits: ResourceLimits): ToolwrightError {
  return new ToolwrightError(
    'SANDBOX_LIMIT',
    `tool '${toolName}' was ended by the system: it used more than its ${limits.cpuSeconds} s of processor time or too much memory, unless it killed itself.`,
    { toolName },
  )
}

function howEnded({ code, signal }: ExitStatus): string {
  if (signal !== null) return `by signal ${signal}`
  return code === null ? 'for an unknown reason' : `with exit code ${code}`
}
