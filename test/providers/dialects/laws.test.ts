import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { lowerSchema } from '../../../src/providers/dialects/lower-schema.ts'
import { compileSchema } from '../../../src/schema/compile/compile-schema.ts'
import type { SchemaDialect } from '../../../src/providers/dialects/schema-dialect.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { isContainer } from '../../../src/schema/schema-object.ts'
import { arbitrarySchema } from '../../schema/arbitrary-schema.ts'
import { LOSS_CASES } from '../../fixtures/providers/loss-cases.ts'
import { ALL_DIALECTS } from './all-dialects.ts'
import { arbitraryPair } from './arbitrary-pair.ts'
import { breachesOf } from './dialect-rules.ts'

const numRuns = Number(process.env['TOOLWRIGHT_FUZZ_RUNS'] ?? 150)

const accepts = (schema: object, value: unknown): boolean => compileSchema(schema as JsonSchema).check(value)

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  addUsedSchema: false,
  formats: { date: /^\d{4}-\d\d-\d\d$/, uri: /^[a-z]+:/ },
})

/** The opinion of another engine: ours could be wrong in the same way as the compiler. Ajv trips over names of prototypes. */
function ajvAccepts(schema: object, value: unknown): boolean {
  if (/__proto__|toString/.test(JSON.stringify([schema, value]))) return true
  const check = ajv.compile(schema)
  ajv.removeSchema(schema)
  return check(value)
}

/** What OpenAPI says with `nullable` and Google with texts, as JSON Schema says it. */
function asJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema)
  if (!isContainer(schema)) return schema
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => [
    key,
    /^(min|max)(Items|Length|Properties)$/.test(key) ? Number(value) : asJsonSchema(value),
  ])
  const { nullable, ...rest } = Object.fromEntries(entries)
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest
}

/**
 * Branches at the root are read as closed, and all of them where every object is: a property that only another branch
 * lists is that branch's.
 */
function isMeant(schema: JsonSchema, value: unknown, dialect: SchemaDialect): boolean {
  if (dialect.closedObjects) return accepts(withClosedUnions(schema) as object, value)
  return !isUnion(schema) || accepts({ ...schema, unevaluatedProperties: false }, value)
}

const isUnion = (schema: object): boolean => 'anyOf' in schema || 'oneOf' in schema

function withClosedUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withClosedUnions)
  if (!isContainer(schema)) return schema
  const entries = Object.entries(schema).map(([key, part]) => [key, withClosedUnions(part)] as const)
  return { ...Object.fromEntries(entries), ...(isUnion(schema) ? { unevaluatedProperties: false } : {}) }
}

/** Equal; but where every property is required, one null has to stand for null and for absent. */
function agree(before: unknown, after: unknown, dialect: SchemaDialect): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((item, index) => agree(item, after[index], dialect))
  }
  if (!isContainer(before) || !isContainer(after)) return before === after
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) => {
    const values = [before, after].filter((side) => Object.hasOwn(side, name)).map((side) => side[name])
    if (values.length === 2) return agree(values[0], values[1], dialect)
    return dialect.required === 'all' && values[0] === null
  })
}

/** What the dialects only spell otherwise: an empty list of names, addresses of definitions, null as a flag. */
const SPELT_OTHERWISE: ReadonlySet<string> = new Set(['required', '$recursiveRef', 'anyOf', 'null'])

/** Every key in a schema outside its definitions, and its types. */
function keysOf(schema: unknown, keys: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const part of schema) keysOf(part, keys)
  else if (isContainer(schema)) {
    for (const [key, part] of Object.entries(schema)) {
      if (key === '$defs' || key === 'definitions') continue
      keys.add(key)
      if (key === 'type') for (const type of [part].flat()) keys.add(String(type))
      else keysOf(part, keys)
    }
  }
  return keys
}

describe('lowering a schema', () => {
  for (const dialect of ALL_DIALECTS) {
    it(`keeps every value sayable and brings it back unchanged: ${dialect.id}`, () => {
      let said = 0
      fc.assert(
        fc.property(arbitraryPair(), ({ schema, value }) => {
          // Arguments are an object.
          if (!isContainer(value)) return
          const lowered = lowerSchema(schema, dialect)
          if (!lowered.ok || !accepts(schema, value) || !isMeant(schema, value, dialect)) return
          said++
          const wire = lowered.codec === undefined ? value : lowered.codec.toWire(value)
          const judge = dialect.nullForm === 'nullable' ? asJsonSchema(lowered.schema) : lowered.schema
          for (const judges of [accepts, ajvAccepts]) {
            assert.ok(
              judges(judge as object, wire),
              `${judges.name} refuses ${JSON.stringify(wire)} as ${JSON.stringify(judge)}`,
            )
          }
          const back = lowered.codec === undefined ? wire : lowered.codec.fromWire(wire)
          // Which branch of `oneOf` was meant, null instead of absent cannot tell.
          const isSafe = accepts(schema, back) || JSON.stringify(schema).includes('"oneOf"')
          assert.ok(
            agree(value, back, dialect) && isSafe,
            `${JSON.stringify(value)} comes back as ${JSON.stringify(back)}`,
          )
        }),
        { numRuns },
      )
      assert.ok(said > numRuns / (dialect.strict ? 25 : 10), `only ${said} values were tried`)
    })

    it(`obeys the rules of the dialect: ${dialect.id}`, () => {
      const schemas = fc.oneof(
        arbitraryPair().map(({ schema }) => schema),
        arbitrarySchema(),
      )
      fc.assert(
        fc.property(schemas, (schema) => {
          const lowered = lowerSchema(schema, dialect)
          if (lowered.ok) assert.deepEqual(breachesOf(lowered.schema, dialect.id), [])
          else assert.ok(dialect.strict)
        }),
        { numRuns },
      )
    })

    it(`loses no keyword without a report: ${dialect.id}`, () => {
      let unchanged = 0
      const look = (schema: JsonSchema): void => {
        const lowered = lowerSchema(schema, dialect)
        if (!lowered.ok || lowered.changes.length > 0) return
        unchanged++
        const kept = keysOf(lowered.schema)
        const lost = [...keysOf(schema)].filter((key) => !kept.has(key) && !SPELT_OTHERWISE.has(key))
        assert.deepEqual(lost, [], JSON.stringify(schema))
      }
      for (const schema of LOSS_CASES.values()) look(schema)
      fc.assert(
        fc.property(arbitraryPair(), ({ schema }) => look(schema)),
        { numRuns },
      )
      assert.ok(unchanged > 0)
    })

    it(`is the same each time, and leaves its input alone: ${dialect.id}`, () => {
      fc.assert(
        fc.property(arbitraryPair(), ({ schema }) => {
          const before = JSON.stringify(schema)
          const [first, second] = [lowerSchema(schema, dialect), lowerSchema(schema, dialect)]
          assert.equal(JSON.stringify(first), JSON.stringify(second))
          assert.equal(JSON.stringify(schema), before)
        }),
        { numRuns: Math.ceil(numRuns / 5) },
      )
    })

    it(`reads arguments of any make without a throw: ${dialect.id}`, () => {
      fc.assert(
        fc.property(arbitraryPair(), fc.jsonValue(), ({ schema }, value) => {
          const lowered = lowerSchema(schema, dialect)
          if (lowered.ok) lowered.codec?.fromWire(value)
        }),
        { numRuns: Math.ceil(numRuns / 5) },
      )
    })
  }
})
