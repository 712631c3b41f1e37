import { ERROR_CODES, type ErrorCode, type ErrorTraits } from './error-codes.ts'

// Symbol.for, not a class identity: two copies of the package in one process must recognise each other's errors.
const BRAND = Symbol.for('toolwright.error')

/** What can be said of an error beside its code and message. */
export interface ToolwrightErrorOptions {
  /** What to do about it; the cure of the code when absent. */
  readonly hint?: string
  readonly toolName?: string
  /** Structured facts, plain JSON: problems, nearest names, limits. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** The only error class Toolwright throws; `code` is a row of {@link ERROR_CODES}. */
export class ToolwrightError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly toolName: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  readonly [BRAND] = true

  constructor(code: ErrorCode, message: string, options: ToolwrightErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ToolwrightError'
    this.code = code
    this.hint = options.hint ?? ERROR_CODES[code].cure
    this.toolName = options.toolName
    this.details = options.details ?? {}
  }

  get traits(): ErrorTraits {
    return ERROR_CODES[this.code]
  }

  get retryable(): boolean {
    return this.traits.retryable
  }

  /** The form for logs, HTTP and files: no stack, no cause. */
  toJSON(): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      retryable: this.retryable,
      ...(this.toolName === undefined ? {} : { tool_name: this.toolName }),
      ...(Object.keys(this.details).length === 0 ? {} : { details: this.details }),
    }
  }

  /** Whether a value is an error of ours (any copy of the package), and of this code when one is given. */
  static is(value: unknown, code?: ErrorCode): value is ToolwrightError {
    try {
      return (
        typeof value === 'object' &&
        value !== null &&
        (value as { [BRAND]?: unknown })[BRAND] === true &&
        Object.hasOwn(ERROR_CODES, (value as ToolwrightError).code) && // another version may know other codes
        (code === undefined || (value as ToolwrightError).code === code)
      )
    } catch {
      return false // a hostile proxy
    }
  }
}
