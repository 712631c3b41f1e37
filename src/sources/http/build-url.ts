import type { HttpParameter, HttpRequest, Unsendable } from './http-request.ts'
import { encodeReserved, encodeText } from './percent-encode.ts'
import { serialiseParameter, textOf } from './serialise-parameter.ts'
import { explodes, styleOf, valueOf, wireName } from './parameter-defaults.ts'

type Arguments = Readonly<Record<string, unknown>>
type Outcome = { readonly ok: true; readonly url: string } | Unsendable

const PLACEHOLDER = /\{([^{}]+)\}/g
const MAX_URL_CHARACTERS = 8_192

/** Names of the parameters in a path template. */
export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '')
}

/** The address of a request; `fixed` are parameters of the query whose secrets are filled in. */
export function buildUrl(
  request: HttpRequest,
  args: Arguments,
  fixed: Readonly<Record<string, string>>,
): Outcome {
  const path = buildPath(request, args)
  if (!path.ok) return path
  const query = [
    ...Object.entries(fixed).map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`),
    ...Object.entries(request.parameters).flatMap(([argument, parameter]) =>
      parameter.in === 'query' ? (queryOf(argument, parameter, args) ?? []) : [],
    ),
  ].join('&')
  const text = `${request.origin}${path.url}${query === '' ? '' : `?${query}`}`
  if (text.length > MAX_URL_CHARACTERS)
    return unsendable(`The address would have more than ${MAX_URL_CHARACTERS} characters; send less.`)
  return { ok: true, url: text }
}

function queryOf(argument: string, parameter: HttpParameter, args: Arguments): string | undefined {
  const value = valueOf(args, argument, parameter)
  return serialiseParameter(wireName(argument, parameter), value, {
    style: styleOf(parameter),
    explode: explodes(parameter),
    encode: parameter.allowReserved === true ? encodeReserved : encodeText,
  })
}

function buildPath(request: HttpRequest, args: Arguments): Outcome {
  const filled = new Map<string, string>()
  for (const [argument, parameter] of Object.entries(request.parameters)) {
    if (parameter.in !== 'path') continue
    const value = valueOf(args, argument, parameter)
    const problem = pathProblem(value, parameter.allowReserved === true)
    if (problem !== undefined) return unsendable(`The argument '${argument}' ${problem}.`)
    const text = serialiseParameter(wireName(argument, parameter), value, {
      style: styleOf(parameter),
      explode: explodes(parameter),
      encode: parameter.allowReserved === true ? encodeSegments : encodeText,
    })
    // Nothing in its place would be the address of something else.
    if (text === undefined || text === '')
      return unsendable(`The argument '${argument}' is part of the address and cannot be empty.`)
    filled.set(wireName(argument, parameter), text)
  }
  const path = request.path.replaceAll(PLACEHOLDER, (whole, name: string) => filled.get(name) ?? whole)
  // Two harmless values beside each other may become `..`; whatever the URL parser folds was not meant.
  const url = URL.parse(`${request.origin}${path}`)
  const isKept =
    url !== null &&
    url.origin === request.origin &&
    partsOf(url.pathname) === partsOf(path.split('?')[0] ?? '')
  if (!isKept || leadsOut(path)) return unsendable('The arguments would change which address is called.')
  return { ok: true, url: path }
}

function partsOf(path: string): number {
  return path.split('/').length
}

function encodeSegments(text: string): string {
  return text.split('/').map(encodeText).join('/')
}

const CONTROLS = /\p{Cc}/u

/** Why a value cannot be part of a path; undefined when it can. */
function pathProblem(value: unknown, mayHoldSlashes: boolean): string | undefined {
  const texts =
    typeof value === 'object' && value !== null ? Object.entries(value).flat().map(textOf) : [textOf(value)]
  if (texts.some((text) => CONTROLS.test(text))) return 'holds control characters'
  if (texts.some(leadsOut)) return "would change which address is called: '.' and '..' are no segments"
  const hasGap = mayHoldSlashes && texts.some((text) => text !== '' && text.split('/').includes(''))
  return hasGap ? 'has an empty segment' : undefined
}

/**
 * Whether a text has segments that mean another folder. Servers decode once or twice, take a backslash for a slash, and
 * some drop what follows a semicolon.
 */
function leadsOut(text: string): boolean {
  let plain = text
  for (let round = 0; round < 3; round++) {
    if (plain.split(/[/\\]/).some((segment) => /^\.{1,2}(?:;|$)/.test(segment))) return true
    plain = decoded(plain)
  }
  return false
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll(/%(2e|2f|5c|25)/gi, (code) => decodeURIComponent(code))
  }
}

function unsendable(message: string): Unsendable {
  return { ok: false, message }
}
