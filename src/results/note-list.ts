import { renderPath } from '../schema/show-value.ts'
import type { Note } from './tool-result.ts'

/** Shared by every result that has nothing to say. */
export const NO_NOTES: readonly Note[] = Object.freeze([])

const MAX_NOTES = 20

/** Collects notes on a conversion; a million bad values make twenty notes and a count. */
export interface NoteList {
  add(path: readonly (string | number)[], message: string): void
  all(): readonly Note[]
}

export function createNoteList(): NoteList {
  let notes: Note[] | undefined
  let more = 0
  return {
    add(path, message) {
      notes ??= []
      if (notes.length < MAX_NOTES) notes.push({ kind: 'converted', path: renderPath(path), message })
      else more++
    },
    all() {
      if (notes === undefined) return NO_NOTES
      if (more === 0) return notes
      return [...notes, { kind: 'converted', path: '', message: `${more} more values were converted.` }]
    },
  }
}
