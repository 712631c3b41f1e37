import type { JsonObject, JsonSchema } from '../../schema/json-schema.ts'
import { isContainer } from '../../schema/schema-object.ts'
import { createCodec } from './codec/create-codec.ts'
import { copySchema } from './lower/copy-schema.ts'
import { createDefinitions } from './lower/definitions.ts'
import { type Lowering, loosen, Unsayable } from './lower/lowering.ts'
import { lowerNode } from './lower/lower-node.ts'
import { lowerRoot } from './lower/lower-root.ts'
import { measure } from './lower/measure.ts'
import { nameProperties } from './lower/name-properties.ts'
import { readReferences } from './lower/read-references.ts'
import type { LoweredSchema, SchemaChange, SchemaDialect } from './schema-dialect.ts'
import { finishSchema } from './lower/finish-schema.ts'

/** Schemas made of one: references that are replaced can multiply without end. */
const MAX_NODES = 20_000

/** In characters, or what costs about as much: a second or so. */
const MAX_TOIL = 20_000_000

const CUT = 'the schema is too large, too deep, or contains itself'

/** Says a schema as a provider takes it, with everything that is not said as the author said it. Never throws. */
export function lowerSchema(schema: JsonSchema, dialect: SchemaDialect): LoweredSchema {
  try {
    return dialect.verbatim ? verbatim(schema) : compile(schema, dialect)
  } catch (thrown) {
    if (thrown instanceof Unsayable) return { ok: false, path: thrown.path, reason: thrown.message }
    throw thrown
  }
}

function verbatim(schema: JsonSchema): LoweredSchema {
  const { value, cuts } = copySchema(schema)
  const root = isContainer(value) ? (value as JsonObject) : {}
  const isTyped = root['type'] === 'object'
  const changes: SchemaChange[] = cuts.map((path) => ({ path, kind: 'dropped', message: CUT }))
  if (!isTyped) changes.push({ path: '', kind: 'rewritten', message: 'the root is sent as `type: object`' })
  const sent: JsonObject = isTyped ? root : { ...root, type: 'object' }
  return { ok: true, schema: sent, changes, codec: undefined, counts: countsOf(sent) }
}

function compile(schema: JsonSchema, dialect: SchemaDialect): LoweredSchema {
  const { value: root, cuts } = copySchema(schema)
  const targets = readReferences(root)
  const definitions = createDefinitions(root)
  let nodes = 0
  let toil = 0
  const lowering: Lowering = {
    dialect,
    changes: [],
    loosened: 0,
    rootDescription: undefined,
    resolve: (pointer) => targets.get(pointer),
    define: (pointer) => definitions.define(pointer),
    wireName: nameProperties(root, dialect.propertyNames),
    lower: (part, place) => lowerNode(lowering, part, place),
    spend: () => ++nodes <= MAX_NODES,
    toil: (amount) => (toil += amount) <= MAX_TOIL,
  }
  for (const path of cuts) loosen(lowering, path, CUT)

  const place = { path: '', depth: 0, inlining: [], leftOver: [] }
  const lowered = lowerRoot(lowering, root, place)
  const defined = definitions.lowerAll(lowering, place)
  if (!dialect.recursion && definitions.isRecursive()) loosen(lowering, '', 'the schema names itself')

  const whole =
    Object.keys(defined.schemas).length === 0 ? lowered.schema : { ...lowered.schema, $defs: defined.schemas }
  const { counts, excess } = measure(whole, dialect.limits ?? {})
  if (excess !== undefined) throw new Unsayable('', excess)
  return {
    ok: true,
    schema: dialect.finish === undefined ? whole : finishSchema(whole, dialect.finish),
    changes: lowering.changes,
    ...(lowering.rootDescription === undefined ? {} : { rootDescription: lowering.rootDescription }),
    codec: createCodec(lowered.plan, {
      plans: defined.plans,
      resolve: (pointer) => targets.get(pointer),
      resolveWire: (address) => definitions.wireSchema(address, whole),
    }),
    counts,
  }
}

function countsOf(schema: JsonObject): Extract<LoweredSchema, { ok: true }>['counts'] {
  return measure(schema, {}).counts
}
