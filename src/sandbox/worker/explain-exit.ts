import { constants } from 'node:os'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ExitStatus } from '../launch/launcher.ts'
import type { ResourceLimits } from '../policy.ts'

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
const FIRST_SIGNAL_CODE = 128

const SIGNAL_NAMES: ReadonlyMap<number, NodeJS.Signals> = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
)

/** The signal that ended a program; launchers that stand between give it as 128 and its number. */
export function signalOf({ code, signal }: ExitStatus): NodeJS.Signals | undefined {
  if (signal !== null) return signal
  return code !== null && code > FIRST_SIGNAL_CODE ? SIGNAL_NAMES.get(code - FIRST_SIGNAL_CODE) : undefined
}

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
  const signal = signalOf(status)
  if (signal !== undefined && MEMORY_SIGNALS.has(signal) && OUT_OF_MEMORY.test(stderr)) {
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
    `the process of tool '${toolName}' ended ${howEnded(status, signal)} before it gave a result.${tail === '' ? '' : ` It wrote to standard error: ${tail}`}`,
    options,
  )
}

/** Nobody here killed it, so the kernel did. */
export function killedByKernel(toolName: string, limits: ResourceLimits): ToolwrightError {
  return new ToolwrightError(
    'SANDBOX_LIMIT',
    `tool '${toolName}' was ended by the system: it used more than its ${limits.cpuSeconds} s of processor time, or too much memory.`,
    { toolName },
  )
}

function howEnded({ code }: ExitStatus, signal: NodeJS.Signals | undefined): string {
  if (signal !== undefined) return `by signal ${signal}`
  return code === null ? 'for an unknown reason' : `with exit code ${code}`
}
