import type { ErrorCode } from '../errors/error-codes.ts'
import { messageOf } from '../errors/from-unknown.ts'
import type { Redactor } from '../errors/redact.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { fail, succeed } from '../results/create-result.ts'
import { redactContent } from '../results/redact-content.ts'
import { toContent } from '../results/to-content.ts'
import type { ResultError, ToolResult } from '../results/tool-result.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import { addNotes, type CallInProgress } from './call-in-progress.ts'

/** Ends a call with what its tool returned. */
export function succeedCall(call: CallInProgress, output: unknown, redactor: Redactor): ToolResult {
  const { content, bytes, notes, overflow, error } = toContent(output, call.limits.maxOutputBytes)
  addNotes(call, notes)
  if (error !== undefined) {
    const { retryable, details } = error
    const message = redactor.message(error.message, argumentsText(call))
    return failWith(call, {
      code: 'EXECUTE_FAILED',
      message,
      retryable,
      ...(details === undefined ? {} : { details }),
    })
  }
  call.output = output
  call.outputBytes = bytes
  call.outputOverflow = overflow
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
  const known = argumentsText(call)
  try {
    if (ToolwrightError.is(thrown)) {
      return failCall(call, thrown.code, redactor.message(thrown.message, known), thrown.details)
    }
  } catch {
    // An error that reads well once and throws the second time: told like any other below.
  }
  return failCall(
    call,
    'EXECUTE_FAILED',
    `tool '${call.name}' failed: ${redactor.message(messageOf(thrown), known)}`,
  )
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
