import type { SchemaObject } from '../../../schema/schema-object.ts'
import { typeOfKeyword } from './keyword-facts.ts'
import { listOf, own } from './lowering.ts'

/** The types that a schema lists; undefined when it lists none. */
export function listedTypes(node: SchemaObject): readonly string[] | undefined {
  const type = own(node, 'type')
  if (typeof type === 'string') return [type]
  const list = listOf(type).filter((item) => typeof item === 'string')
  return list.length === 0 ? undefined : [...new Set(list)]
}

/** The types that its values have, or that its keywords speak of; undefined when that leaves it open. */
export function impliedTypes(node: SchemaObject): readonly string[] | undefined {
  const values = fixedValues(node)
  if (values !== undefined) return [...new Set(values.map(typeOfValue))]
  const spoken = new Set(Object.keys(node).flatMap((keyword) => typeOfKeyword(keyword) ?? []))
  return spoken.size === 1 ? [...spoken] : undefined
}

/** The values of `enum` or `const`. */
export function fixedValues(node: SchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(node, 'const')) return [node['const']]
  const values = own(node, 'enum')
  return Array.isArray(values) ? values : undefined
}

export function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** Whether a value has one of the types. */
export function hasType(value: unknown, types: readonly string[]): boolean {
  const type = typeOfValue(value)
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** The types in both lists; an integer is a number. */
export function commonTypes(left: readonly string[], right: readonly string[]): readonly string[] {
  const narrow = (type: string, others: readonly string[]): string | undefined => {
    if (others.includes(type)) return type
    if (type === 'integer' && others.includes('number')) return type
    return type === 'number' && others.includes('integer') ? 'integer' : undefined
  }
  return [...new Set(left.flatMap((type) => narrow(type, right) ?? []))]
}
