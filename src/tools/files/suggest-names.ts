import { nearestNames } from '../../schema/nearest.ts'
import type { FolderHandle } from './folder-handle.ts'
import { showName } from './show-name.ts'

const MAX_COMPARED = 2_000
const MAX_SUGGESTED = 3
const MAX_LISTED = 10

/**
 * The names of a folder that a mistaken one may stand for, as a sentence to put behind a message: those that differ in
 * case or spelling only, in a letter or two, or in their ending; of a small folder all.
 */
export function suggestNames(folder: FolderHandle, name: string, trail: readonly string[]): string {
  let names: string[]
  try {
    names = folder.list().map((entry) => entry.name)
  } catch {
    return ''
  }
  const compared = names.slice(0, MAX_COMPARED)
  const near = new Set([
    ...compared.filter((other) => fold(other) === fold(name)),
    ...nearestNames(name, compared, MAX_SUGGESTED),
    ...compared.filter((other) => stemOf(other) === stemOf(name)),
  ])
  const show = (other: string): string => `\`${showName([...trail, other].join('/'))}\``
  if (near.size > 0) return ` Did you mean ${[...near].slice(0, MAX_SUGGESTED).map(show).join(' or ')}?`
  const visible = names.filter((other) => !other.startsWith('.')).toSorted()
  const where = trail.length === 0 ? 'there' : `in \`${showName(trail.join('/'))}\``
  if (visible.length === 0) return ''
  return visible.length <= MAX_LISTED
    ? ` All there is ${where}: ${visible.map((other) => `\`${showName(other)}\``).join(', ')}.`
    : ' Use list_directory to see what there is.'
}

/** Two spellings of the same letters, and letter case, are the usual mistakes. */
function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? name.slice(0, dot) : name).toLowerCase()
}
