import { messageOf } from '../../errors/from-unknown.ts'
import { closeObjects } from './close-objects.ts'
import type { JsonSchema } from '../json-schema.ts'
import { isContainer } from '../schema-object.ts'
import type { StandardSchema } from './standard-schema.ts'
import { valibotToJsonSchema } from './valibot-to-json-schema.ts'

/** The schema as data, or why that cannot be. */
export type JsonSchemaConversion =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly message: string }

/** Which side of a schema's transforms: what is sent to it, or what it gives back. */
export type SchemaSide = 'input' | 'output'

const TARGET = 'draft-2020-12'
/** Objects of these drop or refuse keys they do not know; ArkType's keep them unless told otherwise, and then say so. */
const CLOSED_VENDORS: ReadonlySet<string> = new Set(['zod', 'valibot'])

/** Whether a value is a schema of Zod, Valibot, ArkType or another library of the Standard Schema. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  try {
    const standard: unknown = Reflect.get(value, '~standard')
    return isContainer(standard) && standard['version'] === 1 && typeof standard['validate'] === 'function'
  } catch {
    return false // a hostile proxy
  }
}

/** Turns a schema into JSON Schema 2020-12; objects that drop or refuse unknown keys are closed. Never throws. */
export function toJsonSchema(schema: StandardSchema, side: SchemaSide): JsonSchemaConversion {
  try {
    return convert(schema, side)
  } catch (thrown) {
    const field = findField(schema, side)
    const where = field.length === 0 ? 'The schema' : `The field \`${field.join('.')}\``
    return {
      ok: false,
      message: `${where} cannot be written as JSON Schema: ${messageOf(thrown).replaceAll(/\s+/g, ' ')}.`,
    }
  }
}

function convert(schema: StandardSchema, side: SchemaSide): JsonSchemaConversion {
  const { vendor } = schema['~standard']
  if (vendor === 'valibot' && schema['~standard'].jsonSchema === undefined)
    return valibotToJsonSchema(schema, side)
  const raw = convertRaw(schema, side)
  if (raw === undefined) {
    const message = `The library \`${vendor}\` cannot write its schemas as JSON Schema (it has no \`~standard.jsonSchema\`).`
    return { ok: false, message }
  }
  const { $schema: _dialect, ...rest } = raw
  const shouldClose = side === 'input' && CLOSED_VENDORS.has(vendor)
  return { ok: true, schema: shouldClose ? closeObjects(rest) : rest }
}

function convertRaw(schema: StandardSchema, side: SchemaSide): Record<string, unknown> | undefined {
  if (schema['~standard'].vendor === 'arktype') return convertArktype(schema, side)
  return schema['~standard'].jsonSchema?.[side]({ target: TARGET })
}

/** ArkType's standard converter writes `{}` for what it cannot express; its own method says so instead. */
function convertArktype(schema: StandardSchema, side: SchemaSide): Record<string, unknown> | undefined {
  const inner: unknown = Reflect.get(schema, side === 'input' ? 'in' : 'out')
  const method: unknown = isObjectLike(inner) ? Reflect.get(inner, 'toJsonSchema') : undefined
  if (typeof method !== 'function') return schema['~standard'].jsonSchema?.[side]({ target: TARGET })
  const raw: unknown = Reflect.apply(method, inner, [{ target: TARGET }])
  return isContainer(raw) ? { ...raw } : undefined
}

function isObjectLike(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** Libraries do not say which field failed: try each field of an object by itself. */
function findField(schema: StandardSchema, side: SchemaSide): readonly string[] {
  for (const [name, field] of fieldsOf(schema)) {
    if (!isStandardSchema(field)) continue
    try {
      convertRaw(field, side)
    } catch {
      return [name, ...findField(field, side)]
    }
  }
  return []
}

/** Zod keeps the fields of an object in `shape`, ArkType in `props`. */
function fieldsOf(schema: StandardSchema): readonly (readonly [string, unknown])[] {
  const shape: unknown = Reflect.get(schema, 'shape')
  if (isContainer(shape)) return Object.entries(shape)
  if (schema['~standard'].vendor !== 'arktype') return []
  try {
    const properties: unknown = Reflect.get(schema, 'props')
    return Array.isArray(properties) ? properties.map(({ key, value }) => [String(key), value]) : []
  } catch {
    return [] // ArkType throws for what is no object
  }
}
