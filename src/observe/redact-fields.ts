import { messageOf } from '../errors/from-unknown.ts'

interface RedactOptions {
  /** Values to mask wherever they occur; shorter than four characters they are ignored. */
  readonly secrets?: readonly string[]
  /** Levels of nesting kept. @default 6 */
  readonly maxDepth?: number
  /** Values kept in all, so that a log line stays a line. @default 1000 */
  readonly maxValues?: number
  /** Characters kept of one text. @default 2048 */
  readonly maxCharacters?: number
}

type Fields = Readonly<Record<string, unknown>>

const MASK = '<secret>'
const MIN_SECRET_CHARACTERS = 4
const SECRET_WORDS = new Set(
  'password passwd pwd passphrase passcode secret secrets token authorization cookie cookies credential credentials bearer apikey accesskey privatekey jwt otp pin'.split(
    ' ',
  ),
)
const SECRET_PAIRS = /\b(?:api|access|private|secret|signing|encryption|session|auth) (?:key|keys|id)\b/
const WORD_BREAK = /(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/
const AUTHORIZATION_VALUE = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,256}):[^\s/@]{1,1024}@/gi

/** Whether a field of this name is masked whatever its value: `apiKey`, `X-Auth-Token`, `db_password`. */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 256)
    .split(WORD_BREAK)
    .map((word) => word.toLowerCase())
  return words.some((word) => SECRET_WORDS.has(word)) || SECRET_PAIRS.test(words.join(' '))
}

/** A copy of log fields that is plain JSON, bounded, and without secrets. Never throws, whatever it is given. */
export function redactFields(fields: Fields, options: RedactOptions = {}): Record<string, unknown> {
  const { secrets = [], maxDepth = 6, maxValues = 1_000, maxCharacters = 2_048 } = options
  const hidden = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
  hidden.sort((a, b) => b.length - a.length) // a secret that holds another goes first
  let valuesLeft = maxValues

  function redactText(text: string): string {
    // Given secrets go before the cut: the cut could leave half of one. What a pattern finds may be cut first.
    let clean = text
    for (const secret of hidden) clean = clean.replaceAll(secret, MASK)
    if (clean.length > maxCharacters) {
      clean = `${clean.slice(0, maxCharacters)}… (${clean.length - maxCharacters} more characters)`
    }
    return clean.replace(AUTHORIZATION_VALUE, `$1 ${MASK}`).replace(URL_PASSWORD, `$1:${MASK}@`)
  }

  function redactValue(value: unknown, depth: number): unknown {
    valuesLeft -= 1
    if (typeof value === 'string') return redactText(value)
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (typeof value === 'bigint') return redactText(String(value))
    if (typeof value !== 'object') return `<${typeof value}>`
    if (depth > maxDepth) return '<too deep>'
    try {
      if (value instanceof Date) return value.toJSON()
      if (value instanceof Error) return redactText(messageOf(value))
      return Array.isArray(value) ? redactList(value, depth) : redactObject(value, depth)
    } catch {
      return '<unreadable>' // a getter that throws, a revoked proxy
    }
  }

  function redactList(list: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = []
    for (const [index, item] of list.entries()) {
      if (valuesLeft <= 0) {
        kept.push(`<${list.length - index} more>`)
        break
      }
      kept.push(redactValue(item, depth + 1))
    }
    return kept
  }

  function redactObject(object: object, depth: number): Record<string, unknown> {
    const kept: [string, unknown][] = []
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined) continue
      if (valuesLeft <= 0) {
        kept.push(['…', '<more>'])
        break
      }
      // fromEntries defines, so that a field called __proto__ stays a field
      kept.push([redactText(name), isMasked(name, value) ? MASK : redactValue(value, depth + 1)])
    }
    return Object.fromEntries(kept)
  }

  try {
    return redactObject(fields, 1)
  } catch {
    return { unreadable: true }
  }
}

function isMasked(name: string, value: unknown): boolean {
  if (value === null || value === '') return false
  // `max_tokens: 500` and `usage.tokens` are counts, `tokens: ['…']` is not
  if (/tokens$/i.test(name)) return typeof value !== 'number'
  return isSecretName(name)
}
