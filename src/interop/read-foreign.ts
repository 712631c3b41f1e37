// Tools of others are of unknown make: these read them without trusting their types.

/** A member of anything; undefined of what has none. */
export function memberOf(value: unknown, key: PropertyKey): unknown {
  const hasMembers = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return hasMembers ? Reflect.get(value, key) : undefined
}

/** A method bound to its owner; undefined when there is none. */
export function methodOf(value: unknown, key: PropertyKey): ((...args: unknown[]) => unknown) | undefined {
  const method = memberOf(value, key)
  return typeof method === 'function' ? (...args) => Reflect.apply(method, value, args) : undefined
}

/** Names and tools, of a record by key, of a list by what `nameOf` reads. */
export function entriesOf(
  tools: unknown,
  nameOf: (tool: unknown) => unknown,
): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(tools)) return Object.entries(Object(tools))
  return tools.map((tool: unknown, index) => {
    const name = nameOf(tool)
    return [typeof name === 'string' && name !== '' ? name : `tool_${index + 1}`, tool]
  })
}
