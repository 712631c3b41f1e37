import type { ErrorCode } from './error-codes.ts'

/** One thing wrong with a definition, in the author's own form. */
export interface Problem {
  /** Where, as the author wrote it: `parameters[2].default`, `input_schema.properties.city`. */
  readonly path: string
  readonly code: ErrorCode
  /** What is wrong with which value, and what was expected. */
  readonly message: string
  /** How to mend it. */
  readonly hint: string
}
