import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { listOf, own, put } from '../lower/lowering.ts'
import type { Effort } from '../schema-dialect.ts'
import { fits } from './fits.ts'

const MAX_DEPTH = 20

/** Keywords whose outcome changes with the mere presence of a property. */
export const PRESENCE = [
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'maxProperties',
  'if',
  'not',
] as const

interface NullContext {
  readonly resolve: (pointer: string) => unknown
  readonly effort: Effort
}

/**
 * Where the author takes both, null means absent, unless what is said of the object then asks for the property: the first
 * null that mends it stays, or as many as it takes.
 */
export function readNulls(
  schema: SchemaObject,
  value: SchemaObject,
  nulls: readonly string[],
  context: NullContext,
): SchemaObject {
  if (nulls.length === 0 || holds(schema, value, context)) return value
  for (const name of nulls) {
    const single = withNull(value, name)
    if (holds(schema, single, context)) return single
  }
  let several = value
  for (const name of nulls) {
    several = withNull(several, name)
    if (holds(schema, several, context)) return several
  }
  return value
}

function withNull(value: SchemaObject, name: string): SchemaObject {
  const result = { ...value }
  put(result, name, null)
  return result
}

/** Whether a schema takes an object, as far as it rests on which properties are there. */
function holds(schema: unknown, value: SchemaObject, context: NullContext, depth = 0): boolean {
  if (!isContainer(schema) || depth > MAX_DEPTH) return schema !== false
  const { resolve, effort } = context
  const count = Object.keys(value).length
  effort.stepsLeft -= 1 + count
  if (effort.stepsLeft <= 0) return true
  const check = (part: unknown): boolean =>
    fits(part, value, resolve, effort) && holds(part, value, context, depth + 1)
  const [least, most] = [own(schema, 'minProperties'), own(schema, 'maxProperties')]
  if ((typeof least === 'number' && count < least) || (typeof most === 'number' && count > most)) return false
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const rules = own(schema, keyword)
    for (const [name, rule] of Object.entries(isContainer(rules) ? rules : {})) {
      if (!Object.hasOwn(value, name)) continue
      const isKept = Array.isArray(rule)
        ? listOf(rule).every((other) => Object.hasOwn(value, String(other)))
        : check(rule)
      if (!isKept) return false
    }
  }
  const not = own(schema, 'not')
  if (not !== undefined && check(not)) return false
  const condition = own(schema, 'if')
  return condition === undefined || check(own(schema, check(condition) ? 'then' : 'else'))
}
