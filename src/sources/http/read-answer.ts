import type { GuardedResponse } from '../../network/guarded-fetch.ts'
import { audio, image, json, text, toolError, type ToolOutput } from '../../results/content.ts'
import { JSON_TYPE } from './build-body.ts'

const MAX_ERROR_CHARACTERS = 2_000
const TEXT_TYPE =
  /^text\/|^image\/svg\+xml|[/+](?:xml|ya?ml|javascript|ecmascript|x-ndjson|x-www-form-urlencoded|graphql|toml|csv)\b/
const IMAGE_TYPE = /^image\/(?:png|jpeg|gif|webp)$/
const AUDIO_TYPE = /^audio\/(?:mpeg|wav|x-wav|ogg|flac|aac|mp4)$/
/** Nothing was done: the server says so. */
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([425, 429, 503])
/** Nobody knows what was done. */
const UNKNOWN_OUTCOME: ReadonlySet<number> = new Set([408, 502, 504])
const REPEATABLE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
/** What tells something of an answer that has no body. */
const TOLD_HEADERS = [
  'content-type',
  'content-length',
  'last-modified',
  'etag',
  'location',
  'link',
  'retry-after',
]

/** Whether doing it twice is the same as doing it once, as HTTP has it. */
export function isRepeatable(method: string): boolean {
  return REPEATABLE_METHODS.has(method)
}

type Hide = (text: string) => string

/** An answer in the form that the model should see; `hide` takes secrets out of every text. */
export function readAnswer(response: GuardedResponse, method: string, hide: Hide): ToolOutput {
  if (response.status >= 400) return readRefusal(response, method, hide)
  if (method === 'HEAD') return json({ status: response.status, headers: toldHeaders(response, hide) })
  const { body, truncated } = response
  if (body.length === 0) return json(null)
  const type = typeOf(response)
  if (JSON_TYPE.test(type) || type === '') return readJson(response, hide)
  if (TEXT_TYPE.test(type)) return readText(response, hide)
  if (IMAGE_TYPE.test(type) && !truncated) return image(body, type)
  if (AUDIO_TYPE.test(type) && !truncated) return audio(body, type)
  return text(describeBytes(response))
}

function readJson(response: GuardedResponse, hide: Hide): ToolOutput {
  if (response.truncated) {
    const message = `The answer is longer than ${response.body.length} bytes. Ask for less: a smaller page, a filter, fewer fields.`
    return toolError(message, { details: { status: response.status } })
  }
  const body = decodeBody(response)
  if (body === undefined) return text(describeBytes(response))
  try {
    return json(JSON.parse(hide(body)) as unknown)
  } catch {
    // Servers that call everything JSON, and those that do not say what they send.
    return text(hide(body))
  }
}

function readText(response: GuardedResponse, hide: Hide): ToolOutput {
  const body = decodeBody(response)
  if (body === undefined) return text(describeBytes(response))
  return text(response.truncated ? `${hide(body)}\n[cut after ${response.body.length} bytes]` : hide(body))
}

function readRefusal(response: GuardedResponse, method: string, hide: Hide): ToolOutput {
  const { status, statusText, headers } = response
  const isReadable =
    JSON_TYPE.test(typeOf(response)) || TEXT_TYPE.test(typeOf(response)) || typeOf(response) === ''
  const body = isReadable ? hide(decodeBody(response) ?? '').trim() : ''
  const shown =
    body.length > MAX_ERROR_CHARACTERS ? `${body.slice(0, MAX_ERROR_CHARACTERS).toWellFormed()} […]` : body
  const retryAfter = headers.get('retry-after')
  const wait =
    retryAfter === undefined
      ? ''
      : ` Try again after ${hide(retryAfter).slice(0, 64)}${/^\d+$/.test(retryAfter) ? ' seconds' : ''}.`
  const message = `The server answered ${status} ${hide(statusText).slice(0, 100)}.${wait}${shown === '' ? '' : ` ${shown}`}`
  const retryable = REFUSED_FOR_NOW.has(status) || (UNKNOWN_OUTCOME.has(status) && isRepeatable(method))
  return toolError(message, { retryable, details: { status } })
}

function toldHeaders(response: GuardedResponse, hide: Hide): Record<string, string> {
  const pairs = TOLD_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === undefined ? [] : [[name, hide(value)] as const]
  })
  return Object.fromEntries(pairs)
}

function typeOf({ headers }: GuardedResponse): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The body as text; undefined when it is none in the coding that it names. */
function decodeBody({ headers, body, truncated }: GuardedResponse): string | undefined {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  // A text that was cut may end within a character.
  const isStrict = charset.toLowerCase() === 'utf-8' && !truncated
  try {
    return new TextDecoder(charset, { fatal: isStrict }).decode(body)
  } catch {
    return body.includes(0) ? undefined : new TextDecoder('latin1').decode(body)
  }
}

function describeBytes(response: GuardedResponse): string {
  const size = `${response.truncated ? 'more than ' : ''}${response.body.length} bytes`
  return `[${typeOf(response) || 'data of an unknown type'}, ${size}: not shown, since it is no text]`
}
