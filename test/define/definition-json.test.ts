import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { CATEGORIES } from '../../src/define/categories.ts'
import { DANGER_LEVELS } from '../../src/define/danger-levels.ts'
import { definitionToJson } from '../../src/define/definition-json.ts'
import { KNOWN_PERMISSIONS } from '../../src/define/permissions.ts'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'
import { validateDefinition } from '../../src/validate/validate-definition.ts'

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((value) => value.trim() !== '')
const snakeCase = fc
  .stringMatching(/^[a-z][a-z0-9_]{0,20}$/)
  .filter((name) => !['run', 'call', 'execute', 'invoke'].includes(name))
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
const properties = fc.dictionary(
  fc.oneof(text, fc.constantFrom('constructor', '__proto__', 'toString', 'yes', '1', 'null', '~')),
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean'), description: text }),
  { maxKeys: 5 },
)

const draft = fc.record(
  {
    name: snakeCase,
    description: text,
    inputSchema: properties.map((named) => ({
      type: 'object',
      properties: named,
      required: Object.keys(named).slice(0, 2),
    })),
    outputSchema: fc.constantFrom({ type: 'string' }, {}, { enum: ['no', 1, null] }),
    category: fc.constantFrom(...Object.keys(CATEGORIES)),
    dangerLevel: fc.constantFrom(...DANGER_LEVELS),
    constraints: fc.record(
      {
        maxExecutionMs: fc.integer({ min: 1_000, max: 600_000 }),
        maxOutputBytes: fc.integer({ min: 1_024, max: 104_857_600 }),
        allowSideEffects: fc.boolean(),
        isolation: fc.constantFrom('strict', 'restricted'),
        allow: fc.record({ hosts: fc.array(text, { maxLength: 2 }) }),
      },
      { requiredKeys: [] },
    ),
    requiredPermissions: fc.subarray([...KNOWN_PERMISSIONS]),
    requiresConfirmation: fc.boolean(),
    version: fc.constantFrom('1.0.0', '0.1.0-beta.1', '2.0.0+1e5'),
    tags: fc.uniqueArray(text, { maxLength: 3 }),
    enabled: fc.boolean(),
    metadata: fc.dictionary(text, json, { maxKeys: 3 }),
    origin: fc.record({ source: text, name: text }),
  },
  { requiredKeys: ['name', 'description', 'inputSchema'] },
)

function definitionOf(value: unknown): ToolDefinition {
  const answer = validateDefinition(value)
  return answer.ok ? answer.definition : assert.fail(JSON.stringify(answer.problems))
}

describe('definitionToJson', () => {
  it('writes snake_case and leaves out what is absent', () => {
    const definition = definitionOf({
      name: 'a',
      description: 'b',
      parameters: [],
      constraints: { maxExecutionMs: 5_000 },
    })
    assert.deepEqual(definitionToJson(definition), {
      name: 'a',
      description: 'b',
      input_schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      category: 'system',
      danger_level: 'safe',
      constraints: { max_execution_ms: 5_000 },
      required_permissions: [],
      requires_confirmation: false,
      version: '1.0.0',
      tags: [],
      enabled: true,
      metadata: {},
    })
  })

  it('comes back through JSON as the same definition', () => {
    fc.assert(
      fc.property(draft, (value) => {
        const definition = definitionOf(value)
        assert.deepStrictEqual(
          definitionOf(JSON.parse(JSON.stringify(definitionToJson(definition)))),
          definition,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('comes back through YAML as the same definition', () => {
    fc.assert(
      fc.property(draft, (value) => {
        const definition = definitionOf(value)
        assert.deepStrictEqual(definitionOf(parse(stringify(definitionToJson(definition)))), definition)
      }),
      { numRuns: 100 },
    )
  })
})
