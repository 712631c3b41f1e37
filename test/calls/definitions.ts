import { createDefinition } from '../../src/define/create-definition.ts'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

export function toolWith(inputSchema: JsonSchema): ToolDefinition {
  return createDefinition({ name: 'get_weather', description: 'Weather of a city', inputSchema })
}

export const weather: ToolDefinition = toolWith({
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, maximum: 10 },
    units: { enum: ['celsius', 'fahrenheit'], default: 'celsius' },
    where: {
      type: 'object',
      properties: { lat: { type: 'number' }, exact: { type: 'boolean', default: false } },
    },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['city'],
  additionalProperties: false,
})
