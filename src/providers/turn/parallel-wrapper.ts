// OpenAI models sometimes call a tool named `parallel` that nobody offered, with the real calls inside. They are taken
// out, and their results go back as one, under the id of the wrapper.
import { contentValue } from '../../results/content-value.ts'
import { succeed } from '../../results/create-result.ts'
import type { ToolResult } from '../../results/tool-result.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { parseJsonText } from '../../schema/mend/json-text.ts'
import type { WireCall } from '../decoded.ts'
import { flaggedText } from '../wire/result-content.ts'
import { fieldsOf, isFields, listOf, textOf } from '../wire/read-fields.ts'

const WRAPPERS: ReadonlySet<string> = new Set([
  'parallel',
  'multi_tool_use.parallel',
  'multi_tool_use_parallel',
])
const NAMESPACE = /^functions\./

/** The calls inside a wrapper, in order; undefined when this is none. */
export function unwrapParallel(
  call: WireCall,
  isTool: (wireName: string) => boolean,
): WireCall[] | undefined {
  if (call.name === undefined || !WRAPPERS.has(call.name) || isTool(call.name)) return undefined
  const given = typeof call.arguments === 'string' ? parseJsonText(call.arguments) : call.arguments
  const uses = listOf(fieldsOf(given)['tool_uses'])
  const calls = uses.filter(isFields).map((use): WireCall => {
    const recipient = textOf(use['recipient_name'])
    return {
      id: undefined,
      name: recipient?.replace(NAMESPACE, ''),
      arguments: use['parameters'],
      ...(call.echo === undefined ? {} : { echo: call.echo }),
    }
  })
  return calls.length === 0 || calls.length !== uses.length ? undefined : calls
}

/**
 * Puts the results of wrapped calls together again; others stay as they are, in place. Another provider than the one that
 * wrapped them is told of the single calls, and so of their single results.
 */
export function mergeWrapped(results: readonly ToolResult[], providerId: string): readonly ToolResult[] {
  const wrapperOf = ({ echo }: ToolResult): string | undefined => {
    const { provider, wrapped } = fieldsOf(echo)
    return provider === providerId ? textOf(wrapped) : undefined
  }
  if (!results.some((result) => wrapperOf(result) !== undefined)) return results
  const merged = new Map<string, ToolResult[]>()
  const order: (ToolResult | ToolResult[])[] = []
  for (const result of results) {
    const wrapper = wrapperOf(result)
    const group = wrapper === undefined ? undefined : merged.get(wrapper)
    if (wrapper === undefined) order.push(result)
    else if (group === undefined) {
      const first = [result]
      merged.set(wrapper, first)
      order.push(first)
    } else group.push(result)
  }
  return order.map((entry) => (Array.isArray(entry) ? mergeGroup(entry) : entry))
}

function mergeGroup(group: readonly ToolResult[]): ToolResult {
  const echo = fieldsOf(group[0]?.echo)
  const value: JsonValue[] = group.map((result) => ({
    recipient_name: `functions.${result.toolName}`,
    ...(result.ok ? { output: contentValue(result.content) as JsonValue } : { error: flaggedText(result) }),
  }))
  const wrapper = textOf(echo['wrapped']) ?? ''
  return succeed({ id: wrapper, name: textOf(echo['name']) ?? '', echo }, { type: 'json', value })
}
