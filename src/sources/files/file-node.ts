// Definition files as data with places. Comes in: the text of a JSON or YAML file. Goes out: its value, and for every
// part of it where it stands. Never here: what the value means.

/** A value of a file, and where it and its parts stand. */
export interface FileNode {
  readonly value: unknown
  /** UTF-16 units from the start of the file. */
  readonly start: number
  /** By name or index; none for texts and numbers. */
  readonly parts: ReadonlyMap<string | number, FilePart>
}

export interface FilePart {
  readonly node: FileNode
  /** Where its name stands; of an item, the item. */
  readonly keyStart: number
}

/** Something wrong with the text of a file. */
export interface SyntaxProblem {
  readonly start: number
  readonly message: string
  readonly cure: string
}

/** The value of a file, or why it has none. */
export type ReadText = { readonly node: FileNode } | { readonly problems: readonly SyntaxProblem[] }

export const NO_PARTS: ReadonlyMap<string | number, FilePart> = new Map()

/** Deeper than any tool with sense in it; both readers call themselves for each level. */
export const MAX_FILE_DEPTH = 100
export const TOO_DEEP: Omit<SyntaxProblem, 'start'> = {
  message: `values are nested deeper than ${MAX_FILE_DEPTH} levels`,
  cure: 'Nest them less deeply.',
}
