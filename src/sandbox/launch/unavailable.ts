import { ToolwrightError } from '../../errors/toolwright-error.ts'

/** A refusal: what cannot be enforced here, and what the operator can do about it. */
export function unavailable(
  message: string,
  hint: string,
  details: Readonly<Record<string, unknown>> = {},
): ToolwrightError {
  return new ToolwrightError('SANDBOX_UNAVAILABLE', message, { hint, details })
}
