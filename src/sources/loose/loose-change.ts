/** Something that was mended, and why: the definition says no more what it said there. */
export interface LooseChange {
  /** In the words of what was given: `parameters.properties.city.type`. */
  readonly path: string
  readonly message: string
}

/** Takes down a change. */
export type NoteChange = (path: readonly (string | number)[], message: string) => void
