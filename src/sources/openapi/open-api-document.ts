import { CannotImport } from './open-api-change.ts'
import { isFields, memberOf } from './read-values.ts'

/** A document with the files that it refers to. */
export interface OpenApiDocument {
  readonly root: unknown
  /** Where relative addresses of servers start, when it was fetched. */
  readonly url?: string
  /** By absolute path; the document itself is under its own. */
  readonly files: ReadonlyMap<string, unknown>
  /** The path of the document itself; empty when it has none. */
  readonly file: string
  /** The file that a reference in a file leads to; undefined where none may be read. */
  readonly fileOf: (address: string, from: string) => string | undefined
}

/** A value and where it stands: references in it start from that file. */
export interface Place {
  readonly value: unknown
  readonly file: string
  /** As in a reference: `/components/schemas/Pet`. */
  readonly pointer: string
}

const MAX_HOPS = 32

/** Splits a reference into file and pointer. */
export function splitReference(reference: string): { readonly address: string; readonly pointer: string } {
  const hash = reference.indexOf('#')
  return hash === -1
    ? { address: reference, pointer: '' }
    : { address: reference.slice(0, hash), pointer: reference.slice(hash + 1) }
}

/** Finds what a reference leads to, one step; throws CannotImport when it leads nowhere. */
export function findReference(document: OpenApiDocument, reference: string, from: string): Place {
  const shown = `\`$ref\` is \`${reference.slice(0, 200)}\``
  const { address, pointer } = splitReference(reference)
  const file = address === '' ? from : document.fileOf(address, from)
  if (file === undefined || !(document.files.has(file) || file === document.file)) {
    const why = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)
      ? 'which is elsewhere; nothing is fetched for it'
      : 'a file that is not in the folder of the document, or cannot be read'
    throw new CannotImport('$ref', `${shown}, ${why}`)
  }
  let value = file === document.file ? document.root : document.files.get(file)
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new CannotImport('$ref', `${shown}; expected a JSON pointer`)
  for (const token of pointer === '' ? [] : decodePointer(pointer)) {
    value = Array.isArray(value)
      ? (value as readonly unknown[])[/^\d{1,9}$/.test(token) ? Number(token) : -1]
      : memberOf(value, token)
    if (value === undefined) throw new CannotImport('$ref', `${shown}, but there is nothing at that place`)
  }
  return { value, file, pointer }
}

/** Follows references until something else stands there. */
export function follow(document: OpenApiDocument, place: Place): Place {
  let at = place
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = memberOf(at.value, '$ref')
    if (typeof reference !== 'string') return at
    at = findReference(document, reference, at.file)
  }
  throw new CannotImport('$ref', 'references lead in a circle')
}

/** A member of what stands at a place, references followed; undefined when there is none. */
export function memberAt(document: OpenApiDocument, place: Place, name: string): Place | undefined {
  const value = memberOf(place.value, name)
  if (value === undefined) return undefined
  return follow(document, { value, file: place.file, pointer: pointerTo(place.pointer, name) })
}

/** The members of an object, references followed. */
export function membersAt(document: OpenApiDocument, place: Place): readonly (readonly [string, Place])[] {
  if (!isFields(place.value)) return []
  return Object.keys(place.value).flatMap((name) => {
    const member = memberAt(document, place, name)
    return member === undefined ? [] : [[name, member] as const]
  })
}

export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function decodePointer(pointer: string): readonly string[] {
  let plain = pointer
  try {
    plain = decodeURIComponent(pointer)
  } catch {
    // A `%` that encodes nothing stands for itself.
  }
  return plain
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
