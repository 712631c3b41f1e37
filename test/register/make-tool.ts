import type { Tool } from '../../src/define/tool.ts'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'

/** A tool with as little as a definition needs, and whatever is given beside. */
export function makeTool(name: string, fields: Partial<ToolDefinition> = {}): Tool {
  return { definition: makeDefinition(name, fields), implementation: { kind: 'closure', run: () => name } }
}

export function makeDefinition(name: string, fields: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `Does ${name}`,
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Where' } },
      required: ['city'],
      additionalProperties: false,
    },
    category: 'system',
    dangerLevel: 'safe',
    requiredPermissions: [],
    requiresConfirmation: false,
    version: '1.0.0',
    tags: [],
    enabled: true,
    metadata: {},
    ...fields,
  }
}

export const FIXED_TIME = '2026-01-02T03:04:05.000Z'

export const fixedClock = (): Date => new Date(FIXED_TIME)
