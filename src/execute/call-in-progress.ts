import type { ToolCall } from '../calls/tool-call.ts'
import { CONSTRAINT_DEFAULTS } from '../define/constraints.ts'
import type { Isolation } from '../define/isolation.ts'
import type { Limits } from '../define/limits-of.ts'
import type { Tool } from '../define/tool.ts'
import type { CallSpan } from '../observe/tracer.ts'
import type { Note } from '../define/note.ts'
import type { ResourceUse } from '../results/tool-result.ts'
import type { ValueNote } from '../schema/plan/plan-defaults.ts'
import { toolFacts } from './tool-facts.ts'
import type { ToolRun } from './tool-run.ts'

/** What the approve step found, for the record. */
export interface CallDecision {
  readonly action: 'run' | 'approved' | 'denied' | 'unavailable' | 'pending'
  readonly reason: string
}

/** A call on its way through the steps: each step fills in what it found. One record a call, never shared. */
export interface CallInProgress {
  readonly call: ToolCall
  readonly id: string
  /** As the model wrote it; `<unnamed>` when blank. */
  readonly name: string
  /** What the provider wants back with the result. */
  readonly echo: unknown
  /** Set by `find`; a step after it may rely on it through {@link toolOf}. */
  tool: Tool | undefined
  /** Limits of the tool; the defaults until it is found. */
  limits: Limits
  /** Set by `parse-arguments`, then by `check-arguments`: plain JSON that fits our own schema. */
  arguments: Record<string, unknown>
  /** The arguments for the log, redacted, taken before the tool could change them; only when somebody logs. */
  loggedArguments: Readonly<Record<string, unknown>> | undefined
  /** What `run` gets: the arguments after the author's own schema (dates, transforms). */
  input: unknown
  /** What happened while parsing; `check-arguments` goes on from there. */
  parsedNotes: readonly ValueNote[]
  notes: readonly Note[]
  decision: CallDecision | undefined
  isolation: Isolation
  /** Set by `run` while the tool runs, so that `cancel` can stop it. */
  running: ToolRun | undefined
  /** Set by `record` when somebody traces. */
  span: CallSpan | undefined
  durationMs: number
  /** What the level of isolation could measure. */
  resources: ResourceUse | undefined
  /** What the tool returned, untouched: the host may want more than the model can be shown. */
  output: unknown
  /** Size of the output before it was cut. */
  outputBytes: number
  /** True when reading the output stopped far past the limit, so that only a part of it is there. */
  outputOverflow: boolean
}

const NO_NOTES: readonly never[] = Object.freeze([])
const NO_ARGUMENTS: Record<string, unknown> = Object.freeze({})

export function startCall(call: ToolCall): CallInProgress {
  return {
    call,
    id: typeof call.id === 'string' ? call.id : '',
    name: typeof call.name === 'string' && call.name.trim() !== '' ? call.name : '<unnamed>',
    echo: call.echo,
    tool: undefined,
    limits: CONSTRAINT_DEFAULTS,
    arguments: NO_ARGUMENTS,
    loggedArguments: undefined,
    input: undefined,
    parsedNotes: NO_NOTES,
    notes: NO_NOTES,
    decision: undefined,
    isolation: 'none',
    running: undefined,
    span: undefined,
    durationMs: 0,
    resources: undefined,
    output: undefined,
    outputBytes: 0,
    outputOverflow: false,
  }
}

/** Adds to the notes without touching the shared empty list. */
export function addNotes(call: CallInProgress, notes: readonly Note[]): void {
  if (notes.length > 0) call.notes = call.notes.length === 0 ? notes : [...call.notes, ...notes]
}

/** Settles which tool a call is for, and what holds for it. */
export function assignTool(call: CallInProgress, tool: Tool): void {
  const { limits, isolation } = toolFacts(tool)
  call.tool = tool
  call.limits = limits
  call.isolation = isolation
}
