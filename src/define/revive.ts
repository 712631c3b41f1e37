import type { Revival, UnionMember } from './function-binding.ts'

export type Revivals = Readonly<Record<string, Revival>> | undefined

/** A checked JSON value in the types that a function wants. What needs no change is the same value, not a copy. */
export function revive(value: unknown, revival: Revival | undefined, revivals: Revivals): unknown {
  if (revival === undefined || value === undefined || value === null) return value
  switch (revival.as) {
    case 'Date':
      return typeof value === 'string' ? new Date(value) : value
    case 'URL':
      return typeof value === 'string' ? new URL(value) : value
    case 'Uint8Array':
      return typeof value === 'string' ? Uint8Array.from(Buffer.from(value, 'base64')) : value
    case 'Map':
      return new Map(
        Object.entries(value).map(([name, item]) => [name, revive(item, revival.items, revivals)]),
      )
    case 'Set':
      return new Set(reviveItems(value, [], revival.items, revivals))
    case 'list':
      return reviveItems(value, [], revival.items, revivals)
    case 'tuple':
      return reviveItems(value, revival.first, revival.items, revivals)
    case 'object':
      return reviveObject(value, revival, revivals)
    case 'union':
      return revive(value, revival.members.find((member) => fits(value, member))?.revival, revivals)
    case 'named':
      return revive(value, revivals?.[revival.name], revivals)
  }
}

function reviveItems(
  value: unknown,
  first: readonly (Revival | null)[],
  rest: Revival | undefined,
  revivals: Revivals,
): unknown[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.map((item, index) =>
    revive(item, index < first.length ? (first[index] ?? undefined) : rest, revivals),
  )
}

function reviveObject(
  value: object,
  revival: Extract<Revival, { as: 'object' }>,
  revivals: Revivals,
): unknown {
  const { properties, others } = revival
  const pairs = Object.entries(value).map(([name, item]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : others
    return [name, revive(item, own, revivals)] as const
  })
  // Through entries, so that a name like `__proto__` becomes a property and not a prototype.
  return Object.fromEntries(pairs)
}

function fits(value: unknown, member: UnionMember): boolean {
  const { type, values, required = [], names, constants = {} } = member
  if (typeOf(value) !== type) return false
  if (values !== undefined && !values.includes(value as string)) return false
  if (type !== 'object') return true
  const fields = value as Readonly<Record<string, unknown>>
  return (
    required.every((name) => Object.hasOwn(fields, name)) &&
    (names === undefined || Object.keys(fields).every((name) => names.includes(name))) &&
    Object.entries(constants).every(
      ([name, allowed]) => !Object.hasOwn(fields, name) || allowed.includes(fields[name] as string),
    )
  )
}

function typeOf(value: unknown): UnionMember['type'] | undefined {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : undefined
}
