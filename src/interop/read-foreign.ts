// Tools of others are of unknown make: these read them without trusting their types.
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { showValue } from '../schema/show-value.ts'

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

/** Names and tools, of a record by key, of a list by what `nameOf` reads. Throws for what is neither. */
export function entriesOf(
  owner: string,
  tools: unknown,
  takes: 'a list of tools' | 'a record of tools by name, or a list',
  nameOf: (tool: unknown) => unknown,
): readonly (readonly [string, unknown])[] {
  const isRecord = typeof tools === 'object' && tools !== null && takes !== 'a list of tools'
  if (!Array.isArray(tools)) {
    if (isRecord) return Object.entries(tools)
    throw new ToolwrightError('OPTION_INVALID', `\`${owner}\` takes ${takes}, not ${showValue(tools)}.`)
  }
  return tools.map((tool: unknown, index) => {
    const name = nameOf(tool)
    return [typeof name === 'string' && name !== '' ? name : `tool_${index + 1}`, tool]
  })
}
