import type { GuardedResponse } from '../../network/guarded-fetch.ts'
import { cleanText } from './clean-text.ts'
import { decodeText } from './decode-text.ts'
import { htmlToText } from './html-to-text.ts'

/** What a body says. */
export interface BodyText {
  readonly title: string
  readonly text: string
  /** With its charset: `text/html; charset=utf-8`. */
  readonly type: string
  /** There is more than was read. */
  readonly isPartial: boolean
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/
const TEXT =
  /^text\/|[/+](?:json|xml|yaml)$|^application\/(?:(?:x-)?(?:javascript|ecmascript|ndjson|sh|sql|toml|yaml|httpd-php|www-form-urlencoded)|json[\w.-]*|jsonl|graphql|rtf|manifest\+json)$/
const SNIFFED_BYTES = 4_096

/** Makes text of a body: HTML is read, JSON laid out, text taken as it is, and anything else described. */
export async function describeBody(
  response: GuardedResponse,
  maxCharacters: number,
  signal: AbortSignal | undefined,
): Promise<BodyText> {
  const { body, headers, truncated, url } = response
  const header = headers.get('content-type') ?? ''
  const named = (header.split(';', 1)[0] ?? '').trim().toLowerCase()
  const charset = /charset\s*=\s*["']?([^\s"';]{1,40})/i.exec(header)?.[1]
  const type = named === '' || named === 'application/octet-stream' ? sniffType(body) : named
  const isHtml = HTML.test(type)
  if (!isHtml && (!TEXT.test(type) || isBinary(body, charset))) {
    const size = `${truncated ? 'more than ' : ''}${body.length.toLocaleString('en-US')} bytes`
    const text = `This is no text: ${type === '' ? 'unknown type' : type}, ${size}.`
    return { title: '', text, type, isPartial: false }
  }
  const decoded = decodeText(body, charset)
  const shown = `${type}; charset=${decoded.charset}`
  if (isHtml) {
    const page = await htmlToText(decoded.text, {
      url,
      maxCharacters,
      ...(signal === undefined ? {} : { signal }),
    })
    return {
      title: cleanText(page.title),
      text: cleanText(page.text),
      type: shown,
      isPartial: page.isPartial || truncated,
    }
  }
  const text = cleanText(decoded.text)
  const isJson = type.endsWith('json')
  return { title: '', text: isJson ? layOut(text, maxCharacters) : text, type: shown, isPartial: truncated }
}

/** JSON in lines, where that loses nothing and fits; otherwise as it came. */
function layOut(text: string, maxCharacters: number): string {
  if (text.length > maxCharacters) return text
  try {
    const value: unknown = JSON.parse(text)
    // Long numbers and repeated names do not survive reading.
    if (JSON.stringify(value) !== text.trim()) return text
    const lines = JSON.stringify(value, null, 2)
    return lines.length > maxCharacters ? text : lines
  } catch {
    return text // not JSON after all, or nested too deep
  }
}

function sniffType(body: Buffer): string {
  const start = body.subarray(0, SNIFFED_BYTES).toString('latin1')
  if (/^(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype\s+html|html|head|body|title)[\s>]/i.test(start))
    return 'text/html'
  return isBinary(body, undefined) ? 'application/octet-stream' : 'text/plain'
}

function isBinary(body: Buffer, charset: string | undefined): boolean {
  const [a, b] = body
  const isUtf16 = (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || /^utf-?16/i.test(charset ?? '')
  return !isUtf16 && body.subarray(0, SNIFFED_BYTES).includes(0)
}
