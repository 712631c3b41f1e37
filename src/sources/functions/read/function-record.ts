import type { FunctionBinding } from '../../../define/function-binding.ts'
import type { JsonObject } from '../../../schema/json-schema.ts'
import type { FunctionProblem } from '../function-problem.ts'

/** A function that was read: all that is kept of it. Plain JSON. */
export interface FunctionRecord {
  readonly exportName: string
  /** As its author calls it. */
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
  /** The fields of its definition. */
  readonly definition: JsonObject & { readonly name: string }
  readonly binding: FunctionBinding
}

/** What was found in a file. */
export interface FunctionReading {
  readonly functions: readonly FunctionRecord[]
  readonly problems: readonly FunctionProblem[]
  /** Content hashes of every file that was looked at. */
  readonly read: Readonly<Record<string, string>>
  /** Where a file would have changed the outcome, had there been one. */
  readonly absent: readonly string[]
}
