import { fieldsOf, listOf, textOf } from '../wire/read-fields.ts'

/** What a message says. */
export interface ChatContent {
  readonly text: string
  readonly reasoning: string
  readonly refusal: string
}

/** Types of the pieces that an answer may hold; a piece of another type is from another provider. */
export const CONTENT_TYPES: ReadonlySet<unknown> = new Set([
  'text',
  'output_text',
  'thinking',
  'refusal',
  'reference',
  'image_url',
  'document_url',
  'input_audio',
  'file',
  'tool_reference',
])

/** Reads `content`: text, or a list of pieces with reasoning among them. */
export function readChatContent(content: unknown): ChatContent {
  if (!Array.isArray(content)) {
    return { text: typeof content === 'string' ? content : '', reasoning: '', refusal: '' }
  }
  let text = ''
  let reasoning = ''
  let refusal = ''
  for (const piece of content) {
    if (typeof piece === 'string') text += piece
    const fields = fieldsOf(piece)
    text += textOf(fields['text']) ?? ''
    refusal += textOf(fields['refusal']) ?? ''
    reasoning += thinkingText(fields['thinking'])
  }
  return { text, reasoning, refusal }
}

/** The words of a `thinking` piece: text, or a list of pieces of text. */
function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking
  let text = ''
  for (const piece of listOf(thinking)) text += textOf(fieldsOf(piece)['text']) ?? ''
  return text
}
