import type { JsonSchema } from '../../schema/json-schema.ts'
import { HEADER_NAME, OWN_HEADERS } from '../http/build-headers.ts'
import { namesInPath } from '../http/build-url.ts'
import {
  type HttpParameter,
  type ParameterPlace,
  PARAMETER_STYLES,
  type ParameterStyle,
  STYLES_OF_PLACE,
} from '../http/http-request.ts'
import type { Note } from './open-api-change.ts'
import {
  follow,
  memberAt,
  membersAt,
  type OpenApiDocument,
  type Place,
  pointerTo,
} from './open-api-document.ts'
import type { Operation } from './operation.ts'
import { isFields, memberOf, textAt } from './read-values.ts'
import type { SchemaLibrary } from './schema-library.ts'

/** A parameter as the document has it, with its schema converted. */
export interface FoundParameter {
  readonly parameter: HttpParameter & { readonly name: string }
  readonly schema: JsonSchema | boolean
  readonly required: boolean
}

const PLACES: readonly string[] = ['path', 'query', 'header', 'cookie']
/** The specification says to ignore these: other parts of the document speak of them. */
const SPOKEN_OF_ELSEWHERE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])
const MAX_PARAMETERS = 250

/** The parameters of an operation and of its path, in the order path, query, header, cookie. Throws CannotImport. */
export function readParameters(
  document: OpenApiDocument,
  operation: Operation,
  library: SchemaLibrary,
  note: Note,
): readonly FoundParameter[] {
  const found = new Map<string, FoundParameter>()
  // Those of the operation come second, and take the place of those of its path.
  for (const holder of [operation.item, operation.place]) {
    const list = memberAt(document, holder, 'parameters')
    if (list === undefined || !Array.isArray(list.value)) continue
    const values: readonly unknown[] = list.value
    for (const [index, value] of values.slice(0, MAX_PARAMETERS).entries()) {
      const place = follow(document, { value, file: list.file, pointer: pointerTo(list.pointer, index) })
      const parameter = readParameter(document, place, operation, library, note)
      if (parameter !== undefined)
        found.set(`${parameter.parameter.in} ${parameter.parameter.name}`, parameter)
    }
  }
  for (const name of namesInPath(operation.path)) {
    if (found.has(`path ${name}`)) continue
    note(
      'argument-added',
      `parameters.${name}`,
      `\`{${name}}\` is in the path and not described: taken for text`,
    )
    found.set(`path ${name}`, { parameter: { in: 'path', name }, schema: { type: 'string' }, required: true })
  }
  return PLACES.flatMap((place) => [...found.values()].filter(({ parameter }) => parameter.in === place))
}

function readParameter(
  document: OpenApiDocument,
  place: Place,
  operation: Operation,
  library: SchemaLibrary,
  note: Note,
): FoundParameter | undefined {
  const name = textAt(place.value, 'name')
  const where = textAt(place.value, 'in')
  const leaveOut = (why: string): undefined => {
    note('parameter-left-out', place.pointer, `the parameter \`${name?.slice(0, 100) ?? ''}\` ${why}`)
  }
  if (name === undefined || name === '') return leaveOut('has no name')
  if (!isPlace(where)) return leaveOut(`is in \`${String(where).slice(0, 50)}\`, which is no place`)
  if (where === 'path' && !namesInPath(operation.path).includes(name)) return leaveOut('is not in the path')
  if (where === 'header' && SPOKEN_OF_ELSEWHERE.has(name.toLowerCase())) return undefined
  if (where === 'header' && (!HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase())))
    return leaveOut('is a header that no argument may give')
  const { schema, asJson } = readSchema(document, place, library, note)
  const style = readStyle(place, where, note)
  const explode = memberOf(place.value, 'explode')
  return {
    parameter: {
      in: where,
      name,
      ...(style === undefined ? {} : { style }),
      ...(typeof explode === 'boolean' ? { explode } : {}),
      ...(memberOf(place.value, 'allowReserved') === true && where === 'query'
        ? { allowReserved: true }
        : {}),
      ...(asJson ? { asJson: true } : {}),
    },
    schema: describe(schema, place.value),
    required: where === 'path' || memberOf(place.value, 'required') === true,
  }
}

function readSchema(
  document: OpenApiDocument,
  place: Place,
  library: SchemaLibrary,
  note: Note,
): { readonly schema: JsonSchema | boolean; readonly asJson: boolean } {
  const content = memberAt(document, place, 'content')
  const [media] = content === undefined ? [] : membersAt(document, content)
  const holder = media?.[1] ?? place
  const asJson = media !== undefined && /json/i.test(media[0])
  // Not followed: a name in `$defs` tells more than a copy.
  const given = memberOf(holder.value, 'schema')
  if (given === undefined) return { schema: {}, asJson }
  // What the parameter says of itself stands above what its schema says.
  const description = textAt(place.value, 'description')
  const value = isFields(given) && description !== undefined ? { ...given, description } : given
  const at = { value, file: holder.file, pointer: pointerTo(holder.pointer, 'schema') }
  return { schema: library.convertPart(at, 'input', note), asJson }
}

function readStyle(place: Place, where: ParameterPlace, note: Note): ParameterStyle | undefined {
  const style = textAt(place.value, 'style')
  if (style === undefined) return undefined
  const known = PARAMETER_STYLES.find((item) => item === style)
  if (known !== undefined && STYLES_OF_PLACE[where].includes(known)) return known
  note(
    'operation-mended',
    `${place.pointer}/style`,
    `\`${style.slice(0, 50)}\` is no style of ${where}: the usual one is taken`,
  )
  return undefined
}

/** With what a parameter says beside its schema. */
function describe(schema: JsonSchema | boolean, parameter: unknown): JsonSchema | boolean {
  if (typeof schema === 'boolean') return schema
  const description = schema.description ?? textAt(parameter, 'description')
  const example = memberOf(parameter, 'example')
  const isShort =
    typeof example === 'string'
      ? example.length <= 200
      : typeof example === 'number' || typeof example === 'boolean'
  return {
    ...schema,
    ...(description === undefined || description === '' ? {} : { description }),
    ...(memberOf(parameter, 'deprecated') === true ? { deprecated: true } : {}),
    ...(isShort && schema['examples'] === undefined ? { examples: [example] } : {}),
  }
}

function isPlace(value: unknown): value is 'path' | 'query' | 'header' | 'cookie' {
  return typeof value === 'string' && PLACES.includes(value)
}
