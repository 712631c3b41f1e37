import type { Tool } from '../define/tool.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { JsonSchema } from '../schema/json-schema.ts'

const MAX_ENUM_VALUES = 20

/** The tools as text for a system prompt: one line a tool, one line a parameter. */
export function describeTools(tools: readonly Tool[]): string {
  return tools.map((tool) => describeDefinition(tool.definition)).join('\n')
}

function describeDefinition(definition: ToolDefinition): string {
  const { properties = {}, required = [] } = definition.inputSchema
  const lines = [`- ${definition.name}: ${onOneLine(definition.description)}`]
  for (const [name, schema] of Object.entries(properties)) {
    lines.push(describeParameter(name, typeof schema === 'boolean' ? {} : schema, required.includes(name)))
  }
  return lines.join('\n')
}

function describeParameter(name: string, schema: JsonSchema, isRequired: boolean): string {
  const facts = [typeOf(schema), isRequired ? 'required' : 'optional']
  if (Array.isArray(schema.enum)) facts.push(`one of ${listValues(schema.enum)}`)
  if (schema.default !== undefined) facts.push(`default ${JSON.stringify(schema.default)}`)
  const description = schema.description === undefined ? '' : `: ${onOneLine(schema.description)}`
  return `  - ${onOneLine(name)} (${facts.join(', ')})${description}`
}

function typeOf(schema: JsonSchema): string {
  const { type, items } = schema
  if (type === undefined) return 'any'
  if (typeof type !== 'string') return type.join(' or ')
  const hasItems = type === 'array' && typeof items === 'object' && 'type' in items
  return hasItems && items.type !== undefined ? `array of ${typeOf(items)}` : type
}

function listValues(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_ENUM_VALUES).map((value) => JSON.stringify(value))
  return `${listed.join(' | ')}${values.length > MAX_ENUM_VALUES ? ' | …' : ''}`
}

// A description is one line of the list: line breaks in it could pass for further tools.
function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
