import type { JsonObject } from '../../schema/json-schema.ts'
import type { EncodedControls, ToolControls } from '../provider-format.ts'

/** Tools, choice and parallel flag of a request in the Chat shape; what is the default is not said. */
export function encodeChatControls(
  tools: JsonObject | readonly JsonObject[] | undefined,
  { choice, parallel }: ToolControls,
): EncodedControls {
  if (tools === undefined) return { request: {}, warnings: [] }
  const named = typeof choice === 'object' ? { type: 'function', function: { name: choice.tool } } : choice
  const request: JsonObject = {
    tools,
    ...(choice === 'auto' ? {} : { tool_choice: named }),
    ...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
  }
  return { request, warnings: [] }
}

/** The same for a server that does not know the flag: one call at a time cannot be asked for. */
export function encodeWithoutParallel(
  tools: JsonObject | readonly JsonObject[] | undefined,
  controls: ToolControls,
  title: string,
): EncodedControls {
  const { request } = encodeChatControls(tools, { ...controls, parallel: undefined })
  const isAsked = tools !== undefined && controls.parallel === false
  return { request, warnings: isAsked ? [oneAtATime(title)] : [] }
}

/** What to say where a request cannot ask for one call at a time. */
export function oneAtATime(title: string): string {
  return `${title} cannot be asked for one call at a time; an answer may hold several.`
}

/** A key as most providers want it. */
export function bearerHeaders(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
}
