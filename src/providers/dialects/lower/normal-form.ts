import type { SchemaObject } from '../../../schema/schema-object.ts'
import { own, without } from './lowering.ts'

/** One spelling for what the drafts spell differently: tuples as `prefixItems`, exclusive limits as numbers. */
export function normalForm(schema: SchemaObject): SchemaObject {
  let node = schema
  const items = own(node, 'items')
  if (Array.isArray(items)) {
    const rest = own(node, 'additionalItems')
    node = {
      ...without(node, 'items', 'additionalItems'),
      prefixItems: items,
      ...(rest === undefined ? {} : { items: rest }),
    }
  }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = own(node, flag)
    if (typeof value !== 'boolean') continue
    const bound = own(node, limit)
    node = without(node, flag, ...(value ? [limit] : []))
    if (value && typeof bound === 'number') node = { ...node, [flag]: bound }
  }
  return node
}
