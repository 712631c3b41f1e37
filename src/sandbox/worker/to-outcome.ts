import { isErrorCode } from '../../errors/error-codes.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { SandboxJob, SandboxOutcome } from '../sandbox.ts'
import type { FailureMessage, ResultMessage } from './messages.ts'

const OUTPUT_BRAND = Symbol.for('toolwright.output')

// What only the host may decide: a tool that says it would have others believe something else than what happened.
const HOSTS_CODES = /^(?:SANDBOX|APPROVAL|PERMISSION|TIER|AGENT|INTERNAL|EXECUTE_TIMEOUT|EXECUTE_CANCELLED)/

export function outcomeOfResult(message: ResultMessage): SandboxOutcome {
  const { value, isOutput, bytes, notes, use } = message
  return {
    ok: true,
    value: isOutput === true && isObject(value) ? { ...value, [OUTPUT_BRAND]: true } : value,
    resources: { ...use, ...(bytes === undefined ? {} : { outputBytes: bytes }) },
    ...(notes === undefined ? {} : { notes }),
  }
}

export function outcomeOfFailure(message: FailureMessage, job: SandboxJob): SandboxOutcome {
  return { ok: false, error: errorOf(message, job.context.toolName), resources: message.use ?? {} }
}

function errorOf({ reason, message, code, details }: FailureMessage, toolName: string): ToolwrightError {
  const options = { toolName, ...(details === undefined ? {} : { details }) }
  if (reason === 'limit') {
    return new ToolwrightError('SANDBOX_LIMIT', `tool '${toolName}' was ended: ${message}`, options)
  }
  if (reason === 'load') {
    return new ToolwrightError('EXECUTE_FAILED', `tool '${toolName}' cannot run: ${message}`, options)
  }
  if (isErrorCode(code) && !HOSTS_CODES.test(code)) return new ToolwrightError(code, message, options)
  return new ToolwrightError('EXECUTE_FAILED', `tool '${toolName}' failed: ${message}`, { toolName })
}

export function failedOutcome(error: ToolwrightError): SandboxOutcome {
  return { ok: false, error, resources: {} }
}

export function cancelledOutcome(toolName: string): SandboxOutcome {
  return failedOutcome(
    new ToolwrightError('EXECUTE_CANCELLED', `tool execution cancelled: '${toolName}' was stopped.`, {
      toolName,
    }),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
