import type { JsonSchema } from '../../schema/json-schema.ts'
import { JSON_TYPE } from '../http/build-body.ts'
import { CannotImport, type Note } from './open-api-change.ts'
import { memberAt, membersAt, type OpenApiDocument, type Place, pointerTo } from './open-api-document.ts'
import type { Operation } from './operation.ts'
import { memberOf } from './read-values.ts'
import type { SchemaLibrary } from './schema-library.ts'

/**
 * The schema of what comes back: that of all answers of success together. None where one of them is not described, since
 * a good answer must not be refused; null for an answer without a body.
 */
export function readOutput(
  document: OpenApiDocument,
  operation: Operation,
  library: SchemaLibrary,
  note: Note,
): JsonSchema | undefined {
  if (operation.method === 'HEAD') return undefined
  try {
    const schemas = successes(document, operation).map((response) =>
      schemaOf(document, response, library, note),
    )
    if (schemas.every((schema) => schema === NO_BODY)) return undefined
    const known = schemas.filter((schema) => schema !== undefined)
    if (known.length < schemas.length) return undefined
    const different = [...new Map(known.map((schema) => [JSON.stringify(schema), schema])).values()]
    const [only] = different
    const whole = different.length === 1 && only !== undefined ? only : { anyOf: different }
    return library.bundle(whole, 'output')
  } catch (thrown) {
    if (!(thrown instanceof CannotImport)) throw thrown
    note('output-left-out', 'responses', thrown.message)
    return undefined
  }
}

const NO_BODY: JsonSchema = { type: 'null' }

function successes(document: OpenApiDocument, operation: Operation): readonly Place[] {
  const responses = memberAt(document, operation.place, 'responses')
  if (responses === undefined) return []
  const all = membersAt(document, responses)
  const good = all.filter(([status]) => /^2(?:\d\d|xx)$/i.test(status))
  return (good.length > 0 ? good : all.filter(([status]) => status === 'default')).map(
    ([, response]) => response,
  )
}

/** Undefined when the answer may be anything. */
function schemaOf(
  document: OpenApiDocument,
  response: Place,
  library: SchemaLibrary,
  note: Note,
): JsonSchema | undefined {
  const content = memberAt(document, response, 'content')
  const media = content === undefined ? [] : membersAt(document, content)
  if (media.length === 0) return NO_BODY
  const json = media.find(([type]) => JSON_TYPE.test(type))
  // Which of several kinds comes back is for the server to say, but for those that are JSON too.
  if (json === undefined || media.some(([type]) => !JSON_TYPE.test(type))) return undefined
  const value = memberOf(json[1].value, 'schema')
  if (value === undefined || media.length > 1) return undefined
  const schema = library.convertPart(
    { value, file: json[1].file, pointer: pointerTo(json[1].pointer, 'schema') },
    'output',
    note,
  )
  return typeof schema === 'boolean' || Object.keys(schema).length === 0 ? undefined : schema
}
