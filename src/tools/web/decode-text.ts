import { TextDecoder } from 'node:util'

const SNIFFED_BYTES = 4_096

/** Text, and what it was read as. */
export interface DecodedText {
  readonly text: string
  /** As the Encoding standard names it: `utf-8`, `windows-1252`. */
  readonly charset: string
}

/** Decodes a body: a byte order mark counts most, then the header, then what the document says, then what fits. */
export function decodeText(bytes: Uint8Array, headerCharset: string | undefined): DecodedText {
  const marked = markedCharset(bytes)
  if (marked !== undefined) return decodeAs(bytes, new TextDecoder(marked))
  const named = readLabel(headerCharset) ?? readLabel(declaredCharset(bytes))
  if (named !== undefined) return decodeAs(bytes, named)
  try {
    // A limit may have cut the last character, which must not make Latin of it: `stream` lets it wait.
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }),
      charset: 'utf-8',
    }
  } catch {
    return decodeAs(bytes, new TextDecoder('windows-1252'))
  }
}

function decodeAs(bytes: Uint8Array, decoder: TextDecoder): DecodedText {
  return { text: decoder.decode(bytes, { stream: true }), charset: decoder.encoding }
}

function markedCharset([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

function readLabel(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined // a charset that nobody knows says nothing
  }
}

// `<meta charset=…>`, `<meta http-equiv … content="…; charset=…">`, `<?xml … encoding="…"?>`
const DECLARED =
  /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w-]{1,40})|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]{1,40})/i

function declaredCharset(bytes: Uint8Array): string | undefined {
  const found = DECLARED.exec(Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1'))
  const label = (found?.[1] ?? found?.[2])?.toLowerCase()
  // It was read byte by byte, so UTF-16 it is not.
  return label?.startsWith('utf-16') === true ? 'utf-8' : label
}
