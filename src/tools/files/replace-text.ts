import { decodeText, encodeText, findBytes, type TextEncoding } from './encoding.ts'

/** The bytes of a text file, what is looked for in them, and what is put there instead. */
export interface Replacement {
  readonly bytes: Buffer
  readonly encoding: TextEncoding
  readonly oldContent: string
  readonly newContent: string
}

/** The new bytes, or the places (offsets in bytes) where the old content was found when that is not exactly one. */
export type Replaced =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly places: readonly number[] }

/**
 * Replaces a text that occurs once. All else stays as it is, byte by byte, also what is no valid text. Models write
 * line ends as `\n`: in a file of CRLF, `\n` finds `\r\n` and becomes it.
 */
export function replaceText({ bytes, encoding, oldContent, newContent }: Replacement): Replaced {
  const lineEnd = lineEndOf(decodeText(bytes, encoding))
  for (const wanted of spellings(oldContent)) {
    const old = encodeText(wanted, encoding)
    const places = findAll(bytes, old, encoding)
    if (places.length === 0) continue
    const [place] = places
    if (places.length > 1 || place === undefined) return { ok: false, places }
    const put = encodeText(withLineEnd(newContent, lineEnd), encoding)
    return {
      ok: true,
      bytes: Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + old.length)]),
    }
  }
  return { ok: false, places: [] }
}

/** The one way in which the lines of a text end; undefined when there are several, or none. */
function lineEndOf(text: string): '\n' | '\r\n' | undefined {
  const all = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  if (all === 0 || (windows > 0 && windows < all)) return undefined
  return windows === 0 ? '\n' : '\r\n'
}

/** The text as it was sent, then with the line ends of the other kind. */
function spellings(text: string): readonly string[] {
  if (!text.includes('\n')) return [text]
  return [...new Set([text, withLineEnd(text, '\r\n'), withLineEnd(text, '\n')])]
}

function withLineEnd(text: string, lineEnd: '\n' | '\r\n' | undefined): string {
  if (lineEnd === undefined) return text
  const plain = text.replaceAll('\r\n', '\n')
  return lineEnd === '\n' ? plain : plain.replaceAll('\n', '\r\n')
}

/** Also those that overlap: `aa` is twice in `aaa`. Enough to see that there are many. */
function findAll(bytes: Buffer, wanted: Buffer, encoding: TextEncoding): number[] {
  const places: number[] = []
  let at = findBytes(bytes, wanted, encoding.markBytes, encoding)
  while (at !== -1 && places.length < 1_000) {
    places.push(at)
    at = findBytes(bytes, wanted, at + 1, encoding)
  }
  return places
}
