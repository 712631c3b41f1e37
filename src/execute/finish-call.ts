import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import { messageOf } from '../errors/from-unknown.ts'
import type { Redactor } from '../errors/redact.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { fail, succeed, toResultError } from '../results/create-result.ts'
import { redactContent, redactValue } from '../results/redact-content.ts'
import { toContent } from '../results/to-content.ts'
import type { ResultError, ToolResult } from '../results/tool-result.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import { addNotes, type CallInProgress } from './call-in-progress.ts'
import { CutOutput } from './drain-generator.ts'

/** Ends a call with what its tool returned. */
export function succeedCall(call: CallInProgress, output: unknown, redactor: Redactor): ToolResult {
  const isCut = output instanceof CutOutput
  const { content, bytes, notes, overflow, error } = toContent(
    isCut ? output.kept : output,
    call.limits.maxOutputBytes,
  )
  addNotes(call, notes)
  if (error !== undefined) return failFromTool(call, { code: 'EXECUTE_FAILED', ...error }, redactor)
  call.output = isCut ? output.kept : output
  call.outputBytes = isCut ? bytes + output.lostBytes : bytes
  call.outputOverflow = overflow || isCut
  const { hideSecrets } = redactor
  return succeed(call, hideSecrets === undefined ? content : redactContent(content, hideSecrets), call)
}

/** Ends a call that cannot go on; the message is for the model. */
export function failCall(
  call: CallInProgress,
  code: ErrorCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): ToolResult {
  return failWith(call, {
    code,
    message,
    retryable: ERROR_CODES[code].retryable,
    ...(details === undefined ? {} : { details }),
  })
}

export function failWith(call: CallInProgress, error: ResultError): ToolResult {
  return fail(call, error, call)
}

/** Ends a call whose tool threw: what the model sees holds no stack, no path of the host and no secret. */
export function failFromThrown(call: CallInProgress, thrown: unknown, redactor: Redactor): ToolResult {
  try {
    if (ToolwrightError.is(thrown)) return failFromTool(call, toResultError(thrown), redactor)
  } catch {
    // An error that reads well once and throws the second time: told like any other below.
  }
  const code = 'EXECUTE_FAILED'
  const message = `tool '${call.name}' failed: ${messageOf(thrown)}`
  return failFromTool(call, { code, message, retryable: ERROR_CODES[code].retryable }, redactor)
}

/** Ends a call with an error whose words come from the tool: they are for the host until they have been redacted. */
export function failFromTool(call: CallInProgress, error: ResultError, redactor: Redactor): ToolResult {
  const known = argumentsText(call)
  const hide = (text: string): string => redactor.message(text, known)
  const { details } = toResultError(error)
  const clean = details === undefined ? undefined : redactValue(details as JsonValue, hide)
  return failWith(call, {
    code: error.code,
    message: hide(error.message),
    retryable: error.retryable,
    ...(clean === undefined ? {} : { details: clean as Readonly<Record<string, unknown>> }),
  })
}

export function timedOut(call: CallInProgress, limitMs: number): ToolResult {
  return failCall(
    call,
    'EXECUTE_TIMEOUT',
    `tool execution timed out after ${limitMs}ms. Ask '${call.name}' for less at a time, or raise the limit.`,
    { limitMs },
  )
}

export function cancelledCall(call: CallInProgress): ToolResult {
  return failCall(
    call,
    'EXECUTE_CANCELLED',
    `tool execution cancelled: '${call.name}' was stopped by the caller.`,
  )
}

/** Paths that the model itself sent may stay in a message: it knows them. */
function argumentsText(call: CallInProgress): string {
  const { arguments: args } = call.call
  if (typeof args === 'string') return args
  try {
    return JSON.stringify(args) ?? ''
  } catch {
    return ''
  }
}
