import { messageOf } from '../../errors/from-unknown.ts'
import { ERROR_CODES } from '../../errors/error-codes.ts'
import type { Problem } from '../../errors/problem.ts'
import { hostList } from '../../network/host-list.ts'
import { suggest } from '../../validate/suggest.ts'
import { HEADER_NAME, OWN_HEADERS } from './build-headers.ts'
import { namesInPath } from './build-url.ts'
import {
  anyObject,
  among,
  type Complain,
  type FieldChecks,
  flag,
  isRecord,
  readFields,
  text,
  texts,
  wholeNumber,
} from './check-fields.ts'
import {
  type BasicAuth,
  DEFAULT_MAX_RESPONSE_BYTES,
  DEFAULT_TIMEOUT_MS,
  type FormField,
  type HttpBody,
  type HttpParameter,
  type HttpRequest,
  PARAMETER_PLACES,
  PARAMETER_STYLES,
  STYLES_OF_PLACE,
} from './http-request.ts'
import { HTTP_METHODS, type HttpRequestConfig, READ_ONLY_METHODS } from './http-tool-config.ts'
import { wireName } from './parameter-defaults.ts'
import { readUrlTemplate, type UrlTemplate } from './read-url-template.ts'
import { referenceProblem } from './secret-references.ts'

const CONFIG: FieldChecks<HttpRequestConfig> = {
  method: among(HTTP_METHODS),
  url: text,
  headers: texts,
  query: texts,
  cookies: texts,
  basicAuth: anyObject,
  parameters: anyObject,
  body: anyObject,
  timeoutMs: wholeNumber(1, 600_000),
  maxResponseBytes: wholeNumber(1, 100 * 1024 * 1024),
  allowHosts: [
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    'a list of hosts',
  ],
}
const PARAMETER: FieldChecks<HttpParameter> = {
  in: among(PARAMETER_PLACES),
  name: text,
  style: among(PARAMETER_STYLES),
  explode: flag,
  allowReserved: flag,
  asJson: flag,
}
const BODY: FieldChecks<HttpBody> = {
  contentType: [
    (value) => typeof value === 'string' && /^[\w.+-]+\/[\w.+*-]+(?:\s*;[\x20-\x7e]*)?$/.test(value),
    'a media type',
  ],
  argument: text,
  isBinary: flag,
  fields: anyObject,
  isRequired: flag,
}
const FIELD: FieldChecks<FormField> = {
  contentType: BODY.contentType,
  isFile: flag,
  style: among(STYLES_OF_PLACE.body),
  explode: flag,
  allowReserved: flag,
}
const BASIC_AUTH: FieldChecks<BasicAuth> = { username: text, password: text }

export const HTTP_FIELDS: readonly string[] = Object.keys(CONFIG)

/** Reads the request of an HTTP tool; `names` are those of its arguments. */
export function readHttpConfig(
  config: unknown,
  names: readonly string[],
): { readonly request?: HttpRequest; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const complain: Complain = (path, message, hint = ERROR_CODES.DEFINE_HTTP_INVALID.cure) => {
    problems.push({ path, code: 'DEFINE_HTTP_INVALID', message, hint })
  }
  const fields = readFields<HttpRequestConfig>(config, '', CONFIG, complain)
  if (fields.url === undefined && !problems.some(({ path }) => path === 'url'))
    complain('url', 'there is no `url`: nothing would be called')
  const template = fields.url === undefined ? undefined : readUrlTemplate(fields.url, complain)
  const { method = 'GET', headers = {}, query = {}, cookies = {}, allowHosts = [] } = fields
  checkTexts('headers', headers, complain)
  checkTexts('query', query, complain)
  checkTexts('cookies', cookies, complain)
  const basicAuth = fields.basicAuth === undefined ? undefined : readBasicAuth(fields.basicAuth, complain)
  checkHosts(allowHosts, complain)
  const body = readBody(fields.body, method, names, complain)
  const placed = readParameters(fields.parameters ?? {}, names, complain)
  if (template === undefined) return { problems }
  const parameters = placeAll(placed, names, template, body, method, complain)
  checkPath(parameters, template, complain)
  if (problems.length > 0) return { problems }
  return {
    problems,
    request: {
      method,
      origin: template.origin,
      path: template.path,
      headers,
      query: { ...template.fixed, ...query },
      cookies,
      ...(basicAuth === undefined ? {} : { basicAuth }),
      parameters,
      ...(body === undefined ? {} : { body }),
      hosts: [template.host, ...allowHosts],
      allowHosts,
      timeoutMs: fields.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxResponseBytes: fields.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
    },
  }
}

function checkTexts(
  field: 'headers' | 'query' | 'cookies',
  given: Readonly<Record<string, string>>,
  complain: Complain,
): void {
  for (const [name, value] of Object.entries(given)) {
    const at = `${field}.${name}`
    if (field !== 'query' && !HEADER_NAME.test(name))
      complain(at, `\`${name}\` cannot be the name of a ${field === 'headers' ? 'header' : 'cookie'}`)
    if (field === 'headers' && OWN_HEADERS.has(name.toLowerCase()))
      complain(at, `the header \`${name}\` is made here`, 'Leave it out.')
    const problem = referenceProblem(value) ?? (/[\r\n\0]/.test(value) ? 'holds a line break' : undefined)
    if (problem !== undefined) complain(at, problem, 'Write a secret as `${env:NAME}`.')
  }
}

function readBasicAuth(given: unknown, complain: Complain): BasicAuth {
  const { username, password } = readFields<BasicAuth>(given, 'basicAuth', BASIC_AUTH, complain)
  for (const [name, value] of Object.entries({ username, password })) {
    const problem = value === undefined ? 'is missing' : referenceProblem(value)
    if (problem !== undefined)
      complain(`basicAuth.${name}`, problem, 'Give text, with `${env:NAME}` for a secret.')
  }
  return { username: username ?? '', password: password ?? '' }
}

function checkHosts(hosts: readonly string[], complain: Complain): void {
  try {
    hostList(hosts)
  } catch (thrown) {
    complain(
      'allowHosts',
      messageOf(thrown),
      'Write `api.example.com`, `*.example.com`, or an address, each with `:port` where it is not 80 or 443.',
    )
  }
}

function readBody(
  given: unknown,
  method: string,
  names: readonly string[],
  complain: Complain,
): HttpBody | undefined {
  if (given === undefined) return READ_ONLY_METHODS.has(method) || method === 'DELETE' ? undefined : {}
  const body = readFields<HttpBody>(given, 'body', BODY, complain)
  if (READ_ONLY_METHODS.has(method))
    complain('body', `a ${method} request has no body`, 'Leave it out, or choose another method.')
  const { argument } = body
  if (argument !== undefined && !names.includes(argument)) {
    complain('body.argument', `\`${argument}\` is none of the arguments.${suggest(argument, names)}`)
  }
  if (body.isBinary === true && argument === undefined)
    complain('body.argument', 'a binary body is one argument; say which')
  if (body.fields === undefined) return body
  const fields = Object.entries(body.fields).map(([name, field]) => [
    name,
    readFields<FormField>(field, `body.fields.${name}`, FIELD, complain),
  ])
  return { ...body, fields: Object.fromEntries(fields) as Record<string, FormField> }
}

function readParameters(
  given: object,
  names: readonly string[],
  complain: Complain,
): Map<string, HttpParameter> {
  const parameters = new Map<string, HttpParameter>()
  for (const [argument, value] of Object.entries(given)) {
    const at = `parameters.${argument}`
    if (!names.includes(argument))
      complain(at, `\`${argument}\` is none of the arguments.${suggest(argument, names)}`)
    const read = readFields<HttpParameter>(value, at, PARAMETER, complain)
    const { in: place, style } = read
    if (place === undefined) {
      if (isRecord(value) && value['in'] === undefined)
        complain(`${at}.in`, `is missing; expected ${PARAMETER.in[1]}`)
      continue
    }
    if (style !== undefined && !STYLES_OF_PLACE[place].includes(style))
      complain(
        `${at}.style`,
        `\`${style}\` is no style of ${place}; expected ${STYLES_OF_PLACE[place].join(', ')}`,
      )
    const name = wireName(argument, { ...read, in: place })
    if (place === 'header' && (!HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase())))
      complain(`${at}.name`, `\`${name}\` cannot be a header that an argument gives`)
    parameters.set(argument, { ...read, in: place })
  }
  return parameters
}

/** Places of all arguments, in the order of the arguments. */
function placeAll(
  placed: ReadonlyMap<string, HttpParameter>,
  names: readonly string[],
  template: UrlTemplate,
  body: HttpBody | undefined,
  method: string,
  complain: Complain,
): Readonly<Record<string, HttpParameter>> {
  const inPath = new Set(namesInPath(template.path))
  for (const argument of Object.keys(template.arguments))
    if (!names.includes(argument))
      complain('url', `\`{${argument}}\` is none of the arguments.${suggest(argument, names)}`)
  const pairs = names.flatMap((argument): (readonly [string, HttpParameter])[] => {
    if (argument === body?.argument) return []
    const own = placed.get(argument)
    if (own !== undefined) return [[argument, own]]
    if (inPath.has(argument)) return [[argument, { in: 'path' }]]
    const queryName = Object.hasOwn(template.arguments, argument) ? template.arguments[argument] : undefined
    if (queryName !== undefined) return [[argument, { in: 'query', name: queryName }]]
    const hasBodyRoom = body !== undefined && body.argument === undefined && method !== 'DELETE'
    return [[argument, { in: hasBodyRoom ? 'body' : 'query' }]]
  })
  return Object.fromEntries(pairs)
}

/** Every placeholder has its argument, and every argument in the path its placeholder. */
function checkPath(
  parameters: Readonly<Record<string, HttpParameter>>,
  template: UrlTemplate,
  complain: Complain,
): void {
  const inTemplate = namesInPath(template.path)
  const given = Object.entries(parameters)
    .filter(([, parameter]) => parameter.in === 'path')
    .map(([argument, parameter]) => wireName(argument, parameter))
  for (const name of inTemplate)
    if (!given.includes(name))
      complain('url', `\`{${name}}\` is none of the arguments.${suggest(name, Object.keys(parameters))}`)
  for (const name of given)
    if (!inTemplate.includes(name))
      complain('parameters', `\`${name}\` is placed in the path, but the URL has no \`{${name}}\``)
}
