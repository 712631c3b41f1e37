import type { HttpRequest, Unsendable } from './http-request.ts'
import { explodes, styleOf, valueOf, wireName } from './parameter-defaults.ts'
import { encodeText } from './percent-encode.ts'
import type { Secrets } from './secret-references.ts'
import { serialiseParameter } from './serialise-parameter.ts'

type Arguments = Readonly<Record<string, unknown>>
type Outcome = { readonly ok: true; readonly headers: Readonly<Record<string, string>> } | Unsendable

/** Headers of the connection or of the body: they are made here, and nobody else may name them. */
export const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
// A line break would begin a header of the sender's choice.
const HEADER_VALUE = /^[\t\x20-\x7e]*$/

/** What every request says unless its data says otherwise. Some servers refuse who does not give a name. */
const DEFAULTS: readonly (readonly [string, string])[] = [
  ['accept', 'application/json, text/*;q=0.9, */*;q=0.5'],
  ['user-agent', 'toolwright'],
]

/** Headers and cookies of a request, secrets filled in. */
export function buildHeaders(request: HttpRequest, args: Arguments, secrets: Secrets): Outcome {
  const headers = new Map<string, string>(DEFAULTS)
  const cookies: string[] = []
  for (const [name, text] of Object.entries(request.headers))
    headers.set(name.toLowerCase(), secrets.fill(text))
  for (const [name, text] of Object.entries(request.cookies)) {
    const value = encodeText(secrets.fill(text))
    secrets.remember(value)
    cookies.push(`${name}=${value}`)
  }
  for (const [argument, parameter] of Object.entries(request.parameters)) {
    const isHeader = parameter.in === 'header'
    if (!isHeader && parameter.in !== 'cookie') continue
    const text = serialiseParameter(wireName(argument, parameter), valueOf(args, argument, parameter), {
      style: styleOf(parameter),
      explode: explodes(parameter),
      encode: isHeader ? (plain) => plain : encodeText,
      separator: '; ',
    })
    if (text === undefined) continue
    if (isHeader && !HEADER_VALUE.test(text))
      return {
        ok: false,
        message: `The argument '${argument}' goes into a header: letters of ASCII only, no line breaks.`,
      }
    if (isHeader) headers.set(wireName(argument, parameter).toLowerCase(), text)
    else cookies.push(text)
  }
  const { basicAuth } = request
  if (basicAuth !== undefined) {
    const pair = `${secrets.fill(basicAuth.username)}:${secrets.fill(basicAuth.password)}`
    const coded = Buffer.from(pair).toString('base64')
    secrets.remember(coded)
    headers.set('authorization', `Basic ${coded}`)
  }
  if (cookies.length > 0) headers.set('cookie', [headers.get('cookie') ?? [], cookies].flat(2).join('; '))
  for (const [name, value] of headers) {
    // Not shown: it may be a secret, from an environment with a stray line break.
    if (!HEADER_VALUE.test(value))
      return {
        ok: false,
        message: `The header '${name}' of this tool cannot be sent: it holds a line break or other letters than ASCII.`,
      }
  }
  return { ok: true, headers: Object.fromEntries(headers) }
}
