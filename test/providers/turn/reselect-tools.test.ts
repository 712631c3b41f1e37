import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { defineTool } from '../../../src/author/define-tool.ts'
import type { ToolDefinition } from '../../../src/define/tool-definition.ts'
import { listProviders, provider } from '../../../src/providers/provider.ts'
import type { Turn, TurnOptions } from '../../../src/providers/turn.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { createToolwright } from '../../../src/toolwright.ts'

// What makes providers differ: nothing to change, a keyword that some cannot say, optional and nullable parameters that
// count against budgets, open objects that no strict form allows, a schema that nobody validated.
const SCHEMAS: readonly JsonSchema[] = [
  {
    type: 'object',
    properties: { port: { type: 'string' } },
    required: ['port'],
    additionalProperties: false,
  },
  {
    type: 'object',
    properties: { port: { type: 'string', pattern: '^[a-z]+$' }, days: { type: 'integer' } },
  },
  {
    type: 'object',
    properties: Object.fromEntries('abcdefghijklm'.split('').map((key) => [key, { type: 'string' }])),
    additionalProperties: false,
  },
  {
    type: 'object',
    properties: { port: { type: ['string', 'null'] }, at: { anyOf: [{}, { type: 'null' }] } },
  },
  { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { minLength: 2 } },
  { type: 'object', properties: { self: { $ref: '#' } } },
]
const NAMES = ['get_tide', 'now', 'weather.of', 'weather/of', 'über', 'x'.repeat(80), 'copy']

const anyDefinition: fc.Arbitrary<ToolDefinition> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    schema: fc.constantFrom(...SCHEMAS),
    description: fc.constantFrom('One', 'Two'),
    broken: fc.integer({ max: 9, min: 0 }).map((number) => number === 0),
  })
  .map(({ name, schema, description, broken }) => {
    const { definition } = defineTool({ name: 'any', description, input: [], run: () => null })
    const changed = { ...definition, name, inputSchema: schema }
    return (broken ? { ...changed, metadata: undefined } : changed) as ToolDefinition
  })

const anyOptions: fc.Arbitrary<TurnOptions> = fc.record(
  {
    strict: fc.constantFrom<boolean | string[]>(true, false, ['get_tide'], ['now', 'copy']),
    defer: fc.constantFrom<string[]>([], ['get_tide']),
    cache: fc.boolean(),
    only: fc.constantFrom<string[]>(['get_tide', 'now'], ['now']),
    toolChoice: fc.constantFrom<NonNullable<TurnOptions['toolChoice']>>('none', 'required', { tool: 'now' }),
  },
  { requiredKeys: [] },
)

const anyChange = fc.record({
  place: fc.nat(7),
  definition: anyDefinition,
  keepsName: fc.boolean(),
  otherwise: fc.option(anyOptions, { freq: 4, nil: undefined }),
})

/** Everything that a turn says of its tools. */
function saidBy(turn: Turn): unknown {
  const { tools, toolsJson, request, warnings } = turn
  const wireNames = NAMES.map((name) => turn.wireName(name))
  return {
    tools,
    toolsJson,
    request,
    warnings,
    wireNames,
    toolNames: wireNames.map((name) => turn.toolName(name)),
    decoded: wireNames.map((name) => turn.decode(answerWith(name))),
  }
}

function answerWith(name: string): unknown {
  const call = { id: 'call_1', type: 'function', function: { name, arguments: '{"port":null,"a":null}' } }
  return { choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: [call] } }] }
}

/** The outcome, or the words of the mistake. */
function attempt(prepare: () => Turn): unknown {
  try {
    return saidBy(prepare())
  } catch (thrown) {
    return String(thrown)
  }
}

describe('a turn prepared after others', () => {
  for (const id of listProviders()) {
    it(`says the same as the first one of its kind (${id})`, () => {
      fc.assert(
        fc.property(
          fc.array(anyDefinition, { minLength: 1, maxLength: 8 }),
          fc.array(anyChange, { maxLength: 6 }),
          anyOptions,
          (first, changes, options) => {
            const same = provider(id)
            let definitions = first
            attempt(() => same.prepare(definitions, options))
            for (const { place, definition, keepsName, otherwise } of changes) {
              const position = place % definitions.length
              const name = keepsName ? (definitions[position]?.name ?? '') : definition.name
              definitions = definitions.with(position, { ...definition, name })
              const asked = otherwise ?? options
              assert.deepEqual(
                attempt(() => same.prepare(definitions, asked)),
                attempt(() => provider(id).prepare(definitions, asked)),
              )
            }
          },
        ),
        { numRuns: 60 },
      )
    })
  }

  it('has the definition of before again when a change is taken back', () => {
    const mistral = provider('mistral')
    const [tide, another] = [definitionOf('get_tide'), definitionOf('get_tide', 'Another text')]
    const { toolsJson } = mistral.prepare([tide])
    assert.notEqual(mistral.prepare([another]).toolsJson, toolsJson)
    assert.equal(mistral.prepare([tide]).toolsJson, toolsJson)
  })

  it('counts the optional parameters of a changed tool against the budget of all', () => {
    const bedrock = provider('bedrock')
    const small = (name: string): ToolDefinition => ({ ...definitionOf(name), inputSchema: SCHEMAS[0] ?? {} })
    const large = (name: string): ToolDefinition => ({ ...definitionOf(name), inputSchema: SCHEMAS[2] ?? {} })
    const warningsFor = (...definitions: ToolDefinition[]): string[] =>
      bedrock.prepare(definitions, { strict: true }).warnings.map(({ message }) => message)
    assert.deepEqual(warningsFor(small('get_tide'), large('now')), [])
    assert.deepEqual(warningsFor(large('get_tide'), large('now')), [
      '`now` is sent without strict: the strict tools of a request may have 24 optional parameters in all.',
    ])
    assert.deepEqual(warningsFor(small('get_tide'), large('now')), [])
  })

  it('is strict when that is asked for the second time', () => {
    const openai = provider('openai')
    const definitions = [definitionOf('get_tide')]
    const isStrict = (strict: boolean): boolean =>
      openai.prepare(definitions, { strict }).toolsJson.includes('"strict":true')
    assert.deepEqual([isStrict(false), isStrict(true), isStrict(false)], [false, true, false])
  })

  it('has the tools of a list that was changed in place', () => {
    const mistral = provider('mistral')
    const [tide, now] = [definitionOf('get_tide'), definitionOf('now')]
    const definitions = [tide, now]
    mistral.prepare(definitions)
    definitions[0] = definitionOf('get_tide', 'Another text')
    assert.equal(mistral.prepare(definitions).toolsJson.includes('Another text'), true)
    definitions.pop()
    assert.equal(mistral.prepare(definitions).toolsJson.includes('"now"'), false)
  })

  it('has the new name of a definition that was renamed in place', () => {
    const mistral = provider('mistral')
    const definition = { ...definitionOf('get_tide') } as { name: string } & ToolDefinition
    mistral.prepare([definition])
    definition.name = 'tide_of'
    const turn = mistral.prepare([definition])
    assert.deepEqual([turn.toolsJson.includes('"tide_of"'), turn.toolName('get_tide')], [true, undefined])
  })

  it('has a list of tools that nobody can add to: later requests hold it too', () => {
    const mistral = provider('mistral')
    const definitions = [definitionOf('get_tide')]
    const { tools } = mistral.prepare(definitions)
    assert.throws(() => (tools as unknown[]).push({ type: 'web_search' }), TypeError)
    assert.equal((mistral.prepare(definitions).tools as unknown[]).length, 1)
  })

  it('follows a registry through changes of every kind', () => {
    const toolwright = createToolwright({
      tools: [toolNamed('get_tide'), toolNamed('now'), toolNamed('say_it')],
    })
    const { registry } = toolwright
    const steps = [
      () => registry.update('get_tide', { ...definitionOf('get_tide'), description: 'Another text' }),
      () => registry.disable('now'),
      () => registry.update('say_it', { ...definitionOf('say_it'), description: 'A third one' }),
      () => registry.enable('now'),
      () => registry.unregister('get_tide'),
      () => registry.register(toolNamed('get_tide')),
    ]
    for (const step of steps) {
      step()
      const definitions = registry.enabled().map(({ definition }) => definition)
      for (const id of listProviders()) {
        for (const options of [{}, { strict: true }, { only: ['say_it'] }]) {
          assert.deepEqual(
            saidBy(toolwright.prepare(id, options)),
            saidBy(provider(id).prepare(definitions, options)),
          )
        }
      }
    }
  })
})

function toolNamed(name: string, description = `The tool ${name}`) {
  return defineTool({ name, description, input: [], run: () => null })
}

function definitionOf(name: string, description?: string): ToolDefinition {
  return toolNamed(name, description).definition
}
