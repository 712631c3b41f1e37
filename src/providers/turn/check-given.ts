import type { ToolDefinition } from '../../define/tool-definition.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { showValue } from '../../schema/show-value.ts'
import type { ChatRequest } from '../provider-format.ts'
import { fieldsOf, isFields } from '../wire/read-fields.ts'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool'])

/** Throws for what is no list of definitions: whole tools, names, tools in the words of a provider. */
export function requireDefinitions(given: readonly ToolDefinition[]): void {
  if (!Array.isArray(given)) {
    throw invalid(`Expected a list of definitions, not ${showValue(given)}. Give an array: \`[definition]\`.`)
  }
  for (const [position, entry] of (given as readonly unknown[]).entries()) {
    const { name, inputSchema, definition } = fieldsOf(entry)
    if (typeof name === 'string' && inputSchema !== undefined) continue
    const cure =
      definition === undefined
        ? `Expected a definition, as \`toolBuilder(…).build()\` makes it, not ${showValue(entry)}.`
        : 'This is a tool; give its `definition`.'
    throw invalid(`\`definitions[${position}]\`: ${cure}`)
  }
}

/** Throws for what is no list of results: one result alone, or what a tool returned. */
export function requireResults(given: unknown): void {
  if (!Array.isArray(given)) {
    throw invalid(`Expected a list of results, not ${showValue(given)}. Give an array: \`[result]\`.`)
  }
  for (const [position, entry] of (given as readonly unknown[]).entries()) {
    const { callId, toolName, content } = fieldsOf(entry)
    if (typeof callId === 'string' && typeof toolName === 'string' && isFields(content)) continue
    throw invalid(
      `\`results[${position}]\`: expected a result, as \`execute\` gives it, not ${showValue(entry)}.`,
    )
  }
}

/** Throws for what is no transcript: messages in the words of a provider, or without what their role asks for. */
export function requireChat(given: Omit<ChatRequest, 'tools'>): void {
  const { model, messages } = fieldsOf(given)
  if (typeof model !== 'string') throw invalid('A request needs `model`, the name of one.')
  if (!Array.isArray(messages)) {
    throw invalid(`\`messages\` must be a list of messages, not ${showValue(messages)}.`)
  }
  for (const [position, entry] of (messages as readonly unknown[]).entries()) {
    const reason = misfit(entry)
    if (reason !== undefined) throw invalid(`\`messages[${position}]\` ${reason}.`)
  }
}

function misfit(entry: unknown): string | undefined {
  const { role, content, calls = [], results } = fieldsOf(entry)
  if (!ROLES.has(role)) return `needs a \`role\`: system, user, assistant or tool, not ${showValue(role)}`
  if (role === 'tool') {
    requireResults(results)
    return undefined
  }
  const isContent = typeof content === 'string' || (role === 'user' && Array.isArray(content))
  if (!isContent) return `needs \`content\`, which is text, not ${showValue(content)}`
  const isCall = (call: unknown): boolean => {
    const { id, name, arguments: args } = fieldsOf(call)
    return [id, name, args].every((field) => typeof field === 'string')
  }
  if (role !== 'assistant' || (Array.isArray(calls) && calls.every(isCall))) return undefined
  return 'has `calls` that are none: each needs `id`, `name` and `arguments`, which are text'
}

function invalid(message: string): ToolwrightError {
  return new ToolwrightError('OPTION_INVALID', message)
}
