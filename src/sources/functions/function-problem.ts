/** A place in a file that was read. */
export interface Place {
  /** Absolute. */
  readonly file: string
  /** UTF-16 units from the start. */
  readonly offset: number
}

/** What can be said of a function; stable, for filters. */
export type FunctionProblemCode =
  /** The file is missing, cannot be read, or is no valid TypeScript. */
  | 'FILE_UNREADABLE'
  /** The file was read, but Node cannot load it. */
  | 'FILE_NOT_LOADABLE'
  /** No export of the file is a function. */
  | 'NO_FUNCTIONS'
  /** Something is no value that JSON can carry. */
  | 'TYPE_UNSUPPORTED'
  /** A parameter has no type, or one that is not known. */
  | 'TYPE_MISSING'
  /** Only the compiler of TypeScript can tell what the type is, and it is not installed or does not know either. */
  | 'TYPE_NEEDS_TYPESCRIPT'
  /** A parameter is `any`, so everything is let in. */
  | 'TYPE_ANY'
  /** The result has a type that cannot be described: it is not checked. */
  | 'OUTPUT_UNDESCRIBED'
  | 'TAG_INVALID'
  | 'PARAM_UNKNOWN'
  | 'DESCRIPTION_MISSING'
  | 'OVERLOADED'
  | 'NAME_TAKEN'
  /** The tool that it would make is refused: see the message. */
  | 'DEFINITION_INVALID'
  /** It cannot be called from here: a class that wants arguments, an export that is not known to be a function. */
  | 'NOT_CALLABLE'

/** Something wrong with a function, where it stands and what to do about it. An error drops the function, and no other. */
export interface FunctionProblem {
  /** Absolute. */
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
  /** The function as its author calls it; empty when the whole file is meant. */
  readonly tool: string
  /** Dotted path to a parameter or property: `query.since`, `returns`; empty for the function. */
  readonly path: string
  readonly severity: 'error' | 'warning'
  readonly code: FunctionProblemCode
  readonly message: string
  readonly cure: string
}

/** A problem before its place is spelt as line and column. */
export interface PlacedProblem extends Omit<FunctionProblem, 'file' | 'line' | 'column'> {
  readonly place: Place
}

/** One line for a terminal: `tools.ts:12:3 error getWeather city: …`. */
export function formatProblem(problem: FunctionProblem): string {
  const { file, line, column, severity, tool, path, message, cure } = problem
  const subject = [tool, path].filter((part) => part !== '').join(' ')
  return `${file}:${line}:${column} ${severity} ${subject === '' ? '' : `${subject}: `}${message}. ${cure}`
}
