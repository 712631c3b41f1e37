import type { JsonObject, JsonSchema, JsonValue } from '../schema/json-schema.ts'
import { eachSubschema } from './each-subschema.ts'
import { quote } from './format-path.ts'
import { fitsByHand, valueFits } from './value-fits.ts'

export interface BadDefault {
  /** From the root of the schema to the `default` itself. */
  readonly path: readonly (string | number)[]
  /** The schema that holds it. */
  readonly holder: JsonObject
  readonly isNull: boolean
  readonly message: string
}

// A reference from anywhere else than these cannot be taken out of its document.
const LOCAL_REFERENCE = /^#\/(?:\$defs|definitions)\//
/**
 * Each question to the engine compiles a schema, some milliseconds. A definition with more such defaults keeps the rest
 * unchecked here: arguments are checked after defaults are filled in, so a bad one never reaches a tool.
 */
const MAX_ENGINE_QUESTIONS = 16

/** Finds every default that its own schema refuses. The schema must be valid. */
export function findBadDefaults(root: JsonObject): readonly BadDefault[] {
  const found: BadDefault[] = []
  let questions = 0
  eachSubschema(root, (schema, path) => {
    const initial = schema.default
    if (initial === undefined) return
    let fits = fitsByHand(schema, initial)
    if (fits === undefined && questions < MAX_ENGINE_QUESTIONS) {
      const selfContained = withDefinitions(schema, root)
      if (selfContained === undefined) return
      questions++
      fits = valueFits(selfContained, initial)
    }
    if (fits !== false) return
    const message = `the default ${quote(initial)} is not valid for its own schema`
    found.push({ path: [...path, 'default'], holder: schema, isNull: initial === null, message })
  })
  return found
}

/** The schema as a document of its own; undefined when it refers to what cannot come along. */
function withDefinitions(schema: JsonObject, root: JsonObject): JsonSchema | undefined {
  const references: (JsonValue | undefined)[] = []
  eachSubschema(schema, (part) => {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      if (part[keyword] !== undefined) references.push(part[keyword])
    }
  })
  const { $schema, $defs, definitions } = root
  const document = {
    ...(typeof $schema === 'string' ? { $schema } : {}),
    ...schema,
    ...(references.length === 0 || $defs === undefined ? {} : { $defs }),
    ...(references.length === 0 || definitions === undefined ? {} : { definitions }),
  } as JsonSchema
  const isLocal = references.every(
    (reference) => typeof reference === 'string' && LOCAL_REFERENCE.test(reference),
  )
  return isLocal ? document : undefined
}
