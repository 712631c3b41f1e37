import type { Tool } from '../../define/tool.ts'
import type { ErrorCode } from '../../errors/error-codes.ts'

/** Something wrong with a definition file, where it stands and what to do about it. */
export interface FileProblem {
  /** Absolute. */
  readonly file: string
  /** From 1; columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  /** The name of the tool as far as it is known; empty when the whole file is meant. */
  readonly tool: string
  /** As the author wrote it: `tools[2].danger_level`; empty for the file. */
  readonly path: string
  readonly code: ErrorCode
  readonly message: string
  readonly cure: string
  /** The line itself, cut when it is long. */
  readonly lineText?: string
}

/** Tools of definition files, and everything that is wrong with the others. */
export interface FileTools {
  readonly tools: readonly Tool[]
  readonly problems: readonly FileProblem[]
}
