import type { JsonValue } from '../../../schema/json-schema.ts'
import type { SchemaObject } from '../../../schema/schema-object.ts'
import type { CodecPlan } from '../codec/codec-plan.ts'
import { inside, listOf, type Lowering, loosen, own, type Place, reportChange } from './lowering.ts'

interface ArrayPart {
  readonly keywords: { readonly [keyword: string]: JsonValue }
  readonly plan: CodecPlan | undefined
}

/** What a schema says of arrays: `items` and `prefixItems`. */
export function lowerArray(lowering: Lowering, node: SchemaObject, place: Place): ArrayPart {
  const prefix = listOf(own(node, 'prefixItems'))
  const items = own(node, 'items')
  if (prefix.length > 0 && lowering.dialect.tuples === 'union')
    return lowerTuple(lowering, prefix, items, node, place)
  const keywords: Record<string, JsonValue> = {}
  const at = inside(place, 'items')
  if (prefix.length > 0) {
    keywords['prefixItems'] = prefix.map(
      (item, index) => lowering.lower(item, inside(place, 'prefixItems', index)).schema,
    )
    if (items === false) keywords['items'] = false
  }
  if (items === false && prefix.length === 0 && lowering.dialect.otherKeywords === 'keep')
    keywords['items'] = false
  if (keywords['items'] === false) return { keywords, plan: undefined }
  if (items === undefined) {
    if (lowering.dialect.untyped === 'refuse')
      loosen(lowering, place.path, 'the array takes items of any kind')
    if (lowering.dialect.untyped === 'keep') return { keywords, plan: undefined }
  }
  const lowered = lowering.lower(items ?? true, at)
  keywords['items'] = lowered.schema
  return {
    keywords,
    plan: lowered.plan === undefined ? undefined : { kind: 'array', prefix: [], rest: lowered.plan },
  }
}

/** A tuple where there is none: any of its items at any place. */
function lowerTuple(
  lowering: Lowering,
  prefix: readonly unknown[],
  rest: unknown,
  node: SchemaObject,
  place: Place,
): ArrayPart {
  reportChange(
    lowering,
    inside(place, 'prefixItems').path,
    'rewritten',
    'the tuple is sent as a list of any of its items',
  )
  const lowered = prefix.map((item, index) => lowering.lower(item, inside(place, 'prefixItems', index)))
  const isClosed = rest === false
  // Without `items`, a tuple may be longer, with anything; nobody means that.
  const others = rest === undefined || isClosed ? undefined : lowering.lower(rest, inside(place, 'items'))
  const all = others === undefined ? lowered : [...lowered, others]
  const distinct = new Map(all.map(({ schema }) => [JSON.stringify(schema), schema]))
  const schemas = [...distinct.values()]
  const keywords: Record<string, JsonValue> = {
    items: schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas },
  }
  const action = lowering.dialect.keywords['maxItems'] ?? lowering.dialect.otherKeywords
  const most = own(node, 'maxItems')
  if (isClosed && action === 'keep') {
    keywords['maxItems'] = Math.min(prefix.length, typeof most === 'number' ? most : prefix.length)
  }
  const acts = all.some(({ plan }) => plan !== undefined)
  const plan: CodecPlan = { kind: 'array', prefix: lowered.map((item) => item.plan), rest: others?.plan }
  return { keywords, plan: acts ? plan : undefined }
}
