import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import { describeInto } from './describe.ts'
import { isAssertion } from './keyword-facts.ts'
import { lowerNotes } from './lower-keywords.ts'
import { type Lowered, type Lowering, loosen, own, type Place, reportChange, without } from './lowering.ts'
import { mergeAllOf } from './merge-all-of.ts'

/** A schema with `$ref`. */
export function lowerReference(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const pointer = String(node['$ref'])
  const rest = without(node, '$ref', '$defs', 'definitions')
  const target = lowering.resolve(pointer)
  if (target === undefined) {
    loosen(lowering, `${place.path}/$ref`, `\`$ref: ${pointer}\` leads out of the schema`)
    return lowering.lower(rest, place)
  }
  const { references } = lowering.dialect
  if (references === 'inline') return inline(lowering, node, rest, target, place)
  if (references === 'alone' && Object.keys(rest).some(isAssertion)) return merge(lowering, node, place)

  const plan = { kind: 'reference' as const, pointer }
  const $ref = lowering.define(pointer)
  if (Object.keys(rest).length === 0) return { schema: { $ref }, plan }
  if (references === 'keep') return { schema: { $ref, ...lowering.lower(rest, place).schema }, plan }
  const notes = lowerNotes(lowering, rest, place)
  if (Object.keys(notes).length === 0) return { schema: { $ref }, plan }
  reportChange(
    lowering,
    `${place.path}/$ref`,
    'rewritten',
    '`$ref` with something beside it is wrapped in `anyOf`',
  )
  return { schema: { ...notes, anyOf: [{ $ref }] }, plan }
}

function inline(
  lowering: Lowering,
  node: SchemaObject,
  rest: SchemaObject,
  target: unknown,
  place: Place,
): Lowered {
  const pointer = String(node['$ref'])
  if (place.inlining.includes(pointer)) {
    loosen(lowering, `${place.path}/$ref`, 'the schema names itself')
    const type = isContainer(target) ? own(target, 'type') : undefined
    const cut = type === 'object' ? { type } : {}
    return lowering.lower({ ...cut, ...without(rest, ...Object.keys(rest).filter(isAssertion)) }, place)
  }
  reportChange(
    lowering,
    `${place.path}/$ref`,
    'rewritten',
    `\`$ref: ${pointer}\` is replaced by what it names`,
  )
  if (Object.keys(rest).some(isAssertion)) {
    if (lowering.dialect.allOf === 'merge') return merge(lowering, node, place)
    const allOf = [...((own(rest, 'allOf') as unknown[] | undefined) ?? []), { $ref: pointer }]
    return lowering.lower({ ...rest, allOf }, place)
  }
  const lowered = lowering.lower(target, {
    ...place,
    depth: place.depth + 1,
    inlining: [...place.inlining, pointer],
  })
  const { description, ...notes } = lowerNotes(lowering, rest, place)
  const schema = { ...lowered.schema, ...notes }
  return {
    ...lowered,
    schema: typeof description === 'string' ? describeInto(schema, description) : schema,
  }
}

function merge(lowering: Lowering, node: SchemaObject, place: Place): Lowered {
  const merged = mergeAllOf(lowering, node, place)
  if (merged === false) return lowering.lower(false, place)
  reportChange(lowering, `${place.path}/$ref`, 'rewritten', '`$ref` is merged with what stands beside it')
  return lowering.lower(merged.node, { ...merged.place, depth: place.depth + 1 })
}
