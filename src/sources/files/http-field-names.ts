import { isRecord } from '../http/check-fields.ts'

/** Fields of a request, and of what is in it, that have another name in TypeScript. */
const HTTP_FIELD_NAMES = {
  basic_auth: 'basicAuth',
  timeout_ms: 'timeoutMs',
  max_response_bytes: 'maxResponseBytes',
  allow_hosts: 'allowHosts',
  content_type: 'contentType',
  is_binary: 'isBinary',
  is_required: 'isRequired',
  is_file: 'isFile',
  allow_reserved: 'allowReserved',
  as_json: 'asJson',
} as const

const TO_CAMEL: ReadonlyMap<string, string> = new Map(Object.entries(HTTP_FIELD_NAMES))
const TO_SNAKE: ReadonlyMap<string, string> = new Map([...TO_CAMEL].map(([snake, camel]) => [camel, snake]))

/** `timeoutMs` → `timeout_ms`; other names as they are. */
export function snakeHttpField(name: string): string {
  return TO_SNAKE.get(name) ?? name
}

/** The same for the names that a message quotes; one that was no name here stays. */
export function snakeWords(message: string): string {
  return message
    .replaceAll(/`([a-z]+[A-Z]\w*)`/g, (_, name: string) => `\`${snakeHttpField(name)}\``)
    .replaceAll(/`(\w+) `/g, '`$1`')
}

/** A request with the names of TypeScript. Names of headers, parameters and the like are the author's and stay. */
export function camelHttp(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { parameters, body, ...rest } = request
  return {
    ...camel(rest),
    ...(isAbsent(parameters) ? {} : { parameters: eachCamel(parameters) }),
    ...(isAbsent(body) ? {} : { body: camelBody(body) }),
  }
}

/** Null stands for absent. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function camelBody(body: unknown): unknown {
  if (!isRecord(body)) return body
  const { fields, ...rest } = body
  return { ...camel(rest), ...(isAbsent(fields) ? {} : { fields: eachCamel(fields) }) }
}

// Of all levels together: a name that is none of its own level is found there.
const KNOWN: ReadonlySet<string> = new Set([
  ...TO_SNAKE.keys(),
  'method',
  'url',
  'headers',
  'query',
  'cookies',
  'parameters',
  'body',
  'in',
  'name',
  'style',
  'explode',
  'argument',
  'fields',
])

function eachCamel(named: unknown): unknown {
  if (!isRecord(named)) return named
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, isRecord(value) ? camel(value) : value]),
  )
}

// What is spelt as in TypeScript is no field here: a file has one spelling.
const spell = (name: string): string => TO_CAMEL.get(name) ?? (TO_SNAKE.has(name) ? `${name} ` : name)

/** Null stands for absent where there is such a field. */
function camel(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== null || !KNOWN.has(spell(name)))
      .map(([name, value]) => [spell(name), value]),
  )
}
