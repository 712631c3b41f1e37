/** Something that happened to a call on its way: a coercion, a default, a repair, a lossy conversion. */
export interface Note {
  readonly kind: NoteKind
  /** Dotted path from the arguments (or from the result for `converted`), empty for the whole. */
  readonly path: string
  readonly message: string
}

export type NoteKind =
  | 'default'
  | 'coerced'
  | 'repaired'
  | 'edited'
  | 'converted'
  | 'truncated'
  | 'merged'
  | 'cached'
