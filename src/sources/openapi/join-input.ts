import { hash } from 'node:crypto'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { HttpBody, HttpParameter } from '../http/http-request.ts'
import type { Note } from './open-api-change.ts'
import type { FoundBody } from './read-body.ts'
import type { FoundParameter } from './read-parameters.ts'

/** One flat object of arguments, and where each goes. */
export interface JoinedInput {
  readonly schema: JsonSchema
  readonly parameters: Readonly<Record<string, HttpParameter>>
  readonly body?: HttpBody
}

/** Names that providers take. */
const PLAIN_NAME = /^[A-Za-z_][\w.-]{0,63}$/

/**
 * Joins parameters and body. One name in two places: the first of path, query, header and cookie keeps it, the other gets
 * its place for an ending, and a body with such a property stays one argument.
 */
export function joinInput(
  found: readonly FoundParameter[],
  body: FoundBody | undefined,
  note: Note,
): JoinedInput {
  const properties = new Map<string, JsonSchema | boolean>()
  const parameters = new Map<string, HttpParameter>()
  const required: string[] = []
  for (const { parameter, schema, required: isRequired } of found) {
    const argument = freeName(parameter.name, parameter.in, properties)
    if (argument !== parameter.name)
      note(
        'argument-renamed',
        `parameters.${parameter.name.slice(0, 100)}`,
        `is the argument \`${argument}\` (${parameter.in})`,
      )
    properties.set(argument, schema)
    const { name, ...rest } = parameter
    parameters.set(argument, argument === name ? rest : parameter)
    if (isRequired) required.push(argument)
  }
  const sent = body === undefined ? undefined : addBody(body, properties, parameters, required, note)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    parameters: Object.fromEntries(parameters),
    ...(sent === undefined ? {} : { body: sent }),
  }
}

function addBody(
  found: FoundBody,
  properties: Map<string, JsonSchema | boolean>,
  parameters: Map<string, HttpParameter>,
  required: string[],
  note: Note,
): HttpBody {
  const { body, schema } = found
  const members =
    found.mayBeMerged && typeof schema === 'object' ? Object.entries(schema.properties ?? {}) : []
  const needed = typeof schema === 'object' && found.mayBeMerged ? (schema.required ?? []) : []
  const isWhole = members.length === 0 || (!found.required && needed.length > 0)
  const clash = isWhole ? undefined : members.find(([name]) => properties.has(name) || !PLAIN_NAME.test(name))
  if (clash !== undefined) {
    const why = properties.has(clash[0]) ? 'has the name of a parameter' : 'has a name that providers refuse'
    note(
      'body-kept-whole',
      'requestBody',
      `its property \`${clash[0].slice(0, 100)}\` ${why}: the body is the argument \`body\``,
    )
  }
  if (isWhole || clash !== undefined) {
    const argument = freeName('body', 'content', properties)
    properties.set(argument, schema)
    if (found.required) required.push(argument)
    return { ...body, argument }
  }
  for (const [name, member] of members) {
    properties.set(name, member)
    parameters.set(name, { in: 'body' })
  }
  required.push(...needed.filter((name) => properties.has(name)))
  return body
}

function freeName(name: string, place: string, taken: ReadonlyMap<string, unknown>): string {
  const words = name.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^[_.-]+|[_.-]+$/g, '')
  const plain = PLAIN_NAME.test(name)
    ? name
    : PLAIN_NAME.test(words)
      ? words
      : `argument_${words}`.slice(0, 50)
  if (!taken.has(plain) && plain.length <= 64) return plain
  const placed = `${plain.slice(0, 50)}_${place}`
  return taken.has(placed) ? `${placed}_${hash('sha256', name, 'hex').slice(0, 8)}` : placed
}
