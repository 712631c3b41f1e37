import type { ContentPart } from './tool-result.ts'

/** What one part weighs beside its payload: its tag and field names on the wire. Keeps a million empty parts from being free. */
export const PART_BYTES = 32

// Whole groups of four, the last padded. The url-safe alphabet is another encoding, which no provider takes.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/

/** Reads a part that a tool gave, dropping fields that are not of a part; a text says what is wrong with it. */
export function readPart(given: unknown): ContentPart | string {
  if (typeof given !== 'object' || given === null) return `A part must be an object, not ${nameOf(given)}.`
  const { type, text, data, mimeType, uri } = given as Record<string, unknown>
  switch (type) {
    case 'text':
      if (typeof text !== 'string') return `A text part needs \`text\`, a string, not ${nameOf(text)}.`
      return { type, text: text.toWellFormed() }
    case 'image':
    case 'audio':
      if (!isBase64(data))
        return `The ${type} part's \`data\` is not base64 (no \`data:\` prefix, padded with =).`
      if (!isMimeType(mimeType))
        return `The ${type} part needs a \`mimeType\` such as \`${type}/${type === 'image' ? 'png' : 'wav'}\`.`
      return { type, data, mimeType }
    case 'resource':
      return readResource({ uri, mimeType, text, data })
    default:
      return `A part's \`type\` must be text, image, audio or resource, not ${nameOf(type)}.`
  }
}

function readResource(given: Record<'uri' | 'mimeType' | 'text' | 'data', unknown>): ContentPart | string {
  const { uri, mimeType, text, data } = given
  if (typeof uri !== 'string' || uri === '') return 'The resource part needs a `uri`, a string.'
  if (mimeType !== undefined && !isMimeType(mimeType))
    return "The resource part's `mimeType` is not a media type."
  if (text !== undefined && typeof text !== 'string') return "The resource part's `text` is not a string."
  if (data !== undefined && !isBase64(data))
    return "The resource part's `data` is not base64 (padded with =)."
  return {
    type: 'resource',
    uri: uri.toWellFormed(),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(text === undefined ? {} : { text: text.toWellFormed() }),
    ...(data === undefined ? {} : { data }),
  }
}

/** Weight of a part against the output limit, in bytes. */
export function partBytes(part: ContentPart): number {
  switch (part.type) {
    case 'text':
      return PART_BYTES + Buffer.byteLength(part.text)
    case 'image':
    case 'audio':
      return PART_BYTES + part.data.length + part.mimeType.length
    case 'resource':
      return (
        PART_BYTES +
        Buffer.byteLength(part.uri) +
        (part.mimeType?.length ?? 0) +
        Buffer.byteLength(part.text ?? '') +
        (part.data?.length ?? 0)
      )
  }
}

function isBase64(value: unknown): value is string {
  return typeof value === 'string' && value.length % 4 === 0 && BASE64.test(value)
}

function isMimeType(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 255 && MIME_TYPE.test(value) && value.isWellFormed()
}

function nameOf(value: unknown): string {
  if (typeof value === 'string') return `\`${value.slice(0, 40).toWellFormed()}\``
  return value === null ? 'null' : typeof value
}
