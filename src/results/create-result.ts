import type { ToolwrightError } from '../errors/toolwright-error.ts'
import { NO_NOTES } from './note-list.ts'
import { toJsonValue } from './to-json-value.ts'
import type { Note, ResourceUse, ResultContent, ResultError, ToolResult } from './tool-result.ts'

/** What a result takes from the call it answers. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  readonly echo?: unknown
}

/** What can be said of a result beside its outcome. */
export interface ResultFacts {
  /** @default 0 */
  readonly durationMs?: number
  /** @default false */
  readonly truncated?: boolean
  readonly notes?: readonly Note[]
  readonly resources?: ResourceUse | undefined
}

type Succeeded = Extract<ToolResult, { status: 'succeeded' }>
type Failed = Extract<ToolResult, { status: 'failed' }>
type Pending = Extract<ToolResult, { status: 'pending' }>

const NO_FACTS: ResultFacts = Object.freeze({})

// Each literal below names its fields in one order, so that all results of a kind share a hidden class.

/** A result of a call that went well. */
export function succeed(
  call: AnsweredCall,
  content: ResultContent,
  facts: ResultFacts = NO_FACTS,
): Succeeded {
  const result: Succeeded = {
    ok: true,
    status: 'succeeded',
    callId: call.id,
    toolName: call.name,
    content,
    durationMs: facts.durationMs ?? 0,
    truncated: facts.truncated ?? false,
    notes: facts.notes ?? NO_NOTES,
  }
  return isBare(call, facts) ? result : { ...result, ...optionalFields(call, facts) }
}

/** A result of a call that failed; the model sees `Error: <message>`. */
export function fail(
  call: AnsweredCall,
  error: ResultError | ToolwrightError,
  facts: ResultFacts = NO_FACTS,
): Failed {
  const known = toResultError(error)
  const result: Failed = {
    ok: false,
    status: 'failed',
    callId: call.id,
    toolName: call.name,
    content: { type: 'text', text: `Error: ${known.message}` },
    durationMs: facts.durationMs ?? 0,
    truncated: facts.truncated ?? false,
    notes: facts.notes ?? NO_NOTES,
    error: known,
  }
  return isBare(call, facts) ? result : { ...result, ...optionalFields(call, facts) }
}

/** A result of a call that waits for a decision. */
export function pend(
  call: AnsweredCall,
  approval: Pending['approval'],
  facts: ResultFacts = NO_FACTS,
): Pending {
  const result: Pending = {
    ok: false,
    status: 'pending',
    callId: call.id,
    toolName: call.name,
    content: { type: 'text', text: 'The call waits for approval; it has not run yet.' },
    durationMs: facts.durationMs ?? 0,
    truncated: facts.truncated ?? false,
    notes: facts.notes ?? NO_NOTES,
    approval,
  }
  return isBare(call, facts) ? result : { ...result, ...optionalFields(call, facts) }
}

/** The form of an error that a result carries: no stack, no cause, details that JSON can hold. */
export function toResultError(error: ResultError | ToolwrightError): ResultError {
  const { code, message, retryable } = error
  const details = error.details === undefined ? undefined : toJsonValue(error.details).value
  if (!isFilledRecord(details)) return { code, message: message.toWellFormed(), retryable }
  return { code, message: message.toWellFormed(), retryable, details }
}

function isFilledRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

function isBare(call: AnsweredCall, facts: ResultFacts): boolean {
  return call.echo === undefined && facts.resources === undefined
}

function optionalFields(call: AnsweredCall, facts: ResultFacts): { resources?: ResourceUse; echo?: unknown } {
  return {
    ...(facts.resources === undefined ? {} : { resources: facts.resources }),
    ...(call.echo === undefined ? {} : { echo: call.echo }),
  }
}
