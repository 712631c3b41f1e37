import type { ErrorCode } from '../../errors/error-codes.ts'

/** One thing wrong with a JSON Schema, found before anything compiles it. */
export interface SchemaProblem {
  /** Keys and indexes from the root of the schema. */
  readonly path: readonly (string | number)[]
  readonly code: ErrorCode
  /** What is wrong with which value, and what was expected. */
  readonly message: string
  /** How to mend it. */
  readonly hint: string
}
