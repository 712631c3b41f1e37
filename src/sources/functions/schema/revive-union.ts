import type { Revival, UnionMember } from '../../../define/function-binding.ts'
import type { JsonValue } from '../../../schema/json-schema.ts'
import { canonicalJson } from '../../../schema/canonical-json.ts'
import type { ObjectShape, Shape } from '../type-shape.ts'
import { literalsOf, type Member, withoutUndefined } from './members.ts'
import type { At, Walk } from './walk.ts'
import { compare } from './compare.ts'

type Described = UnionMember & { readonly names?: readonly string[] }

/** How a value of a union is told from the others when it comes as JSON; complains where it cannot be. */
export function reviveUnion<Type>(
  members: readonly Member<Type>[],
  revivals: ReadonlyMap<Member<Type>, Revival | undefined>,
  walk: Walk<Type>,
  at: At,
): Revival | undefined {
  const described = members.flatMap((member): Described[] => {
    const description = describe(member.shape, walk)
    const revival = revivals.get(member)
    return description === undefined
      ? []
      : [{ ...description, ...(revival === undefined ? {} : { revival }) }]
  })
  // What is told by its values comes first: it is the narrower one.
  const stable = walk.reader.keepsOrder
    ? described
    : described.toSorted((one, other) => compare(canonicalJson(one), canonicalJson(other)))
  const sorted = stable.toSorted(
    (one, other) => Number(one.values === undefined) - Number(other.values === undefined),
  )
  for (const [index, one] of sorted.entries()) {
    const twin = sorted.slice(index + 1).find((other) => !isSame(one, other) && canBeBoth(one, other))
    if (twin === undefined) continue
    walk.refuse(
      at,
      'TYPE_UNSUPPORTED',
      `two members of its union are both ${one.type === 'string' ? 'text' : `of type ${one.type}`} in JSON, and one must be told from the other`,
      'Take one of them only, or objects with a property of its own value each: `kind: "…"`.',
    )
    return undefined
  }
  return { as: 'union', members: sorted }
}

function isSame(one: Described, other: Described): boolean {
  return canonicalJson(one.revival) === canonicalJson(other.revival)
}

function canBeBoth(one: Described, other: Described): boolean {
  if (one.type !== other.type) return false
  if (one.values !== undefined)
    return other.values !== undefined && one.values.some((value) => other.values?.includes(value) === true)
  if (one.type !== 'object') return true
  const areApart = Object.entries(one.constants ?? {}).some(([name, values]) => {
    const others = other.constants?.[name]
    return (
      others !== undefined &&
      one.required?.includes(name) === true &&
      other.required?.includes(name) === true &&
      !values.some((value) => others.includes(value))
    )
  })
  return !areApart && holds(one, other) && holds(other, one)
}

/** Whether everything that one must have may be in the other. */
function holds(one: Described, other: Described): boolean {
  return (
    other.names === undefined || (one.required ?? []).every((name) => other.names?.includes(name) === true)
  )
}

function describe<Type>(shape: Shape<Type>, walk: Walk<Type>): Described | undefined {
  switch (shape.kind) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: shape.kind }
    case 'pattern':
      return { type: 'string' }
    case 'literal':
      return { type: typeof shape.value as 'string', values: [shape.value] }
    case 'array':
    case 'tuple':
      return { type: 'array' }
    case 'anyObject':
      return { type: 'object' }
    case 'object':
      return describeObject(shape, walk)
    case 'builtin':
      return { type: shape.name === 'Map' ? 'object' : shape.name === 'Set' ? 'array' : 'string' }
    default:
      return undefined
  }
}

function describeObject<Type>({ properties, index }: ObjectShape<Type>, walk: Walk<Type>): Described {
  const constants: [string, readonly JsonValue[]][] = []
  const required: string[] = []
  for (const { name, type, isOptional } of properties) {
    const values = literalsOf(type, walk.reader)
    if (values !== undefined && values.length > 0) constants.push([name, values])
    if (!isOptional && !withoutUndefined(type, walk.reader).hadUndefined) required.push(name)
  }
  return {
    type: 'object',
    required,
    ...(index === undefined ? { names: properties.map(({ name }) => name) } : {}),
    ...(constants.length === 0 ? {} : { constants: Object.fromEntries(constants) }),
  }
}
