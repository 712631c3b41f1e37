import type { Revival } from '../../../define/function-binding.ts'
import { canonicalJson } from '../../../schema/canonical-json.ts'
import { compare } from './compare.ts'
import { type Member, membersOf } from './members.ts'
import { reviveUnion } from './revive-union.ts'
import type { At, Schema, Walk, Walked } from './walk.ts'

type Literal = string | number | boolean | null

/** Literals together, simple types together, the rest each for itself. */
export function walkUnion<Type>(types: readonly Type[], walk: Walk<Type>, at: At): Walked {
  const members = types
    .flatMap((type) => membersOf(type, walk.reader))
    .filter(({ shape }) => shape.kind !== 'never')
  const whole =
    members.find(({ shape }) => shape.kind === 'any') ?? members.find(({ shape }) => shape.kind === 'unknown')
  if (whole !== undefined) return walk.walkShape(whole.shape, at)
  const simple = simpleTypes(members, walk)
  const literals = literalValues(members, simple, walk)
  const others = members.filter(({ shape }) => !isSimple(shape.kind))
  const walked = others.map((member) => ({ member, ...walk.walkShape(member.shape, at) }))
  const parts = [
    ...simpleParts(simple, literals),
    ...distinct(
      walked.map(({ schema }) => schema),
      walk,
    ),
  ]
  const [only] = parts
  const schema = parts.length === 1 && only !== undefined ? only : { anyOf: parts }
  if (parts.length === 0)
    return walk.refuse(
      at,
      'TYPE_UNSUPPORTED',
      'its type is `never`: nothing can be given',
      'Correct the type.',
    )
  const revival = unionRevival(members, walked, walk, at)
  return { schema, ...(revival === undefined ? {} : { revival }) }
}

function unionRevival<Type>(
  members: readonly Member<Type>[],
  walked: readonly (Walked & { readonly member: Member<Type> })[],
  walk: Walk<Type>,
  at: At,
): Revival | undefined {
  if (!walk.revives || walked.every(({ revival }) => revival === undefined)) return undefined
  const revivals = new Map(walked.map(({ member, revival }) => [member, revival]))
  return reviveUnion(members, revivals, walk, at)
}

function isSimple(kind: string): boolean {
  return ['string', 'number', 'boolean', 'null', 'undefined', 'literal'].includes(kind)
}

function simpleTypes<Type>(members: readonly Member<Type>[], walk: Walk<Type>): Set<string> {
  const simple = new Set<string>()
  const flags = new Set<unknown>()
  for (const { shape } of members) {
    if (shape.kind === 'literal') {
      if (typeof shape.value === 'boolean') flags.add(shape.value)
    } else if (shape.kind === 'undefined') {
      // Where it stands alone it was taken away before; in a result JSON has null for it.
      if (walk.mode === 'output') simple.add('null')
    } else if (isSimple(shape.kind)) simple.add(shape.kind)
  }
  if (flags.size === 2) simple.add('boolean')
  return simple
}

function literalValues<Type>(
  members: readonly Member<Type>[],
  simple: ReadonlySet<string>,
  { reader }: Walk<Type>,
): readonly Literal[] {
  const values = new Set<Literal>()
  for (const { shape } of members) {
    if (shape.kind === 'literal' && !simple.has(typeof shape.value)) values.add(shape.value)
  }
  const list = [...values]
  return reader.keepsOrder ? list : list.toSorted(compareValues)
}

function compareValues(one: Literal, other: Literal): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return compare(`${typeof one} ${String(one)}`, `${typeof other} ${String(other)}`)
}

const TYPE_ORDER: readonly string[] = ['string', 'number', 'boolean', 'null']

function simpleParts(simple: ReadonlySet<string>, literals: readonly Literal[]): Schema[] {
  const parts: Schema[] = []
  const types = TYPE_ORDER.filter((type) => simple.has(type))
  // A list of words or nothing is one list.
  const joinsNull = literals.length > 0 && types.length === 1 && types[0] === 'null'
  const values = joinsNull ? [...literals, null] : literals
  if (values.length === 1) parts.push({ type: typeof values[0], const: values[0] })
  else if (values.length > 1) {
    const kinds = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
    parts.push({ ...typeOf(TYPE_ORDER.filter((type) => kinds.has(type as 'string'))), enum: values })
  }
  if (types.length > 0 && !joinsNull) parts.push(typeOf(types))
  return parts
}

function typeOf(types: readonly string[]): Schema {
  return { type: types.length === 1 ? types[0] : types }
}

function distinct<Type>(schemas: readonly Schema[], { reader }: Walk<Type>): readonly Schema[] {
  const byText = new Map(schemas.map((schema) => [canonicalJson(schema), schema]))
  const texts = reader.keepsOrder ? [...byText.keys()] : [...byText.keys()].sort()
  return texts.map((text) => byText.get(text) ?? {})
}
