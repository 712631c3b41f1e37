import { cutAmount, type CutText, cutText, formatCount } from './cut-text.ts'
import { NO_NOTES } from './note-list.ts'
import { PART_BYTES, partBytes } from './read-part.ts'
import type { ContentPart, Note, ResultContent } from './tool-result.ts'

/** Content within its limit. */
export interface TruncatedContent {
  readonly content: ResultContent
  readonly truncated: boolean
  readonly notes: readonly Note[]
  /** How many bytes are gone; at least so many when the content was itself a part. */
  readonly cutBytes: number
}

// Room kept for the last part, which counts those that left no trace of their own.
const SUMMARY_BYTES = PART_BYTES + 64

/**
 * Cuts content to `maxBytes` in UTF-8, keeping head and tail; JSON over the limit becomes text. `bytes` is the size that
 * `toContent` gave, `overflow` its flag. Content within the limit comes back as it is.
 */
export function truncateContent(
  content: ResultContent,
  maxBytes: number,
  bytes: number,
  overflow = false,
): TruncatedContent {
  if (bytes <= maxBytes && !overflow) return asItIs(content)
  switch (content.type) {
    case 'text':
      return asText(cutText(content.text, maxBytes, bytes, { more: overflow }), bytes, overflow)
    case 'json': {
      // `bytes` may be a little too large: the text itself decides.
      const text = JSON.stringify(content.value)
      const size = overflow ? bytes : Buffer.byteLength(text)
      if (size <= maxBytes) return asItIs(content)
      return asText(cutText(text, maxBytes, size, { isJson: true, more: overflow }), size, overflow)
    }
    case 'parts':
      return cutParts(content.parts, maxBytes, bytes, overflow)
  }
}

function cutParts(
  parts: readonly ContentPart[],
  maxBytes: number,
  bytes: number,
  more: boolean,
): TruncatedContent {
  const kept: ContentPart[] = []
  let room = maxBytes - SUMMARY_BYTES
  let lost = 0
  let cutBytes = 0
  const keep = (part: ContentPart): boolean => {
    const size = partBytes(part)
    if (size > room) return false
    room -= size
    kept.push(part)
    return true
  }
  for (const part of parts) {
    if (keep(part)) continue
    const size = partBytes(part)
    const shorter = shorten(part, size, room)
    if (shorter !== undefined && keep(shorter)) {
      cutBytes += Math.max(0, size - partBytes(shorter))
      continue
    }
    cutBytes += size
    if (!keep({ type: 'text', text: leftOut(part, size) })) lost++
  }
  const summary: ContentPart = {
    type: 'text',
    text: `[${formatCount(lost)} more parts left out: over the size limit]`,
  }
  if (lost > 0 && partBytes(summary) <= room + SUMMARY_BYTES) kept.push(summary)
  return {
    content: { type: 'parts', parts: kept },
    truncated: true,
    notes: [truncationNote(cutBytes, bytes, more)],
    cutBytes,
  }
}

/** Text can be cut; half a picture is none. */
function shorten(part: ContentPart, size: number, room: number): ContentPart | undefined {
  if ((part.type !== 'text' && part.type !== 'resource') || part.text === undefined) return undefined
  const textBytes = Buffer.byteLength(part.text)
  const textRoom = room - (size - textBytes)
  if (textRoom < SUMMARY_BYTES) return undefined
  return { ...part, text: cutText(part.text, textRoom, textBytes).text }
}

function leftOut(part: ContentPart, size: number): string {
  const kind =
    part.type === 'image' || part.type === 'audio' ? `${part.type} ${part.mimeType.slice(0, 100)}` : part.type
  return `[${kind} of ${formatCount(size)} bytes left out: over the size limit]`
}

function asItIs(content: ResultContent): TruncatedContent {
  return { content, truncated: false, notes: NO_NOTES, cutBytes: 0 }
}

function asText(cut: CutText, bytes: number, more: boolean): TruncatedContent {
  return {
    content: { type: 'text', text: cut.text },
    truncated: true,
    notes: [truncationNote(cut.cutBytes, bytes, more)],
    cutBytes: cut.cutBytes,
  }
}

function truncationNote(cutBytes: number, bytes: number, more: boolean): Note {
  const message = `The output was over its limit: ${cutAmount(cutBytes, bytes, more)} were cut.`
  return { kind: 'truncated', path: '', message }
}
