import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { canonicalNames } from '../../src/validate/canonical-name.ts'
import { fromAiSdkTools } from '../../src/interop/from-ai-sdk-tools.ts'
import { fromLangChainTools } from '../../src/interop/from-lang-chain-tools.ts'
import { fromMastraTools } from '../../src/interop/from-mastra-tools.ts'
import { fromOpenAiAgentsTools } from '../../src/interop/from-open-ai-agents-tools.ts'
import { type ForeignTool, importTools, type ImportOptions } from '../../src/interop/import-tools.ts'
import { createToolwright } from '../../src/toolwright.ts'

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const run = (args: unknown): string => JSON.stringify(args)

const foreign = (fields: Partial<ForeignTool>): ForeignTool => ({
  name: 'getWeather',
  description: 'Weather of a city',
  schema: SCHEMA,
  run,
  ...fields,
})

function take(fields: Partial<ForeignTool>, options: ImportOptions = {}) {
  const tool = foreign(fields)
  return importTools('fromSomewhere', 'somewhere', [[tool.name, () => tool]], options)
}

function definitionOf(fields: Partial<ForeignTool>, options?: ImportOptions) {
  const { tools, problems } = take(fields, options)
  assert.deepEqual(problems, [])
  const definition = tools[0]?.definition
  assert.ok(definition)
  return definition
}

describe('a tool that is taken over', () => {
  it('keeps description and schema, and tells where it comes from', () => {
    const { name, description, inputSchema, origin } = definitionOf({})
    assert.equal(name, 'get_weather')
    assert.equal(description, 'Weather of a city')
    assert.deepEqual(inputSchema, SCHEMA)
    assert.deepEqual(origin, { source: 'somewhere', name: 'getWeather' })
  })

  it('is dangerous until somebody says otherwise', () => {
    assert.equal(definitionOf({}).dangerLevel, 'high')
    assert.equal(definitionOf({}, { dangerLevel: 'low' }).dangerLevel, 'low')
    assert.throws(() => take({}, { dangerLevel: 'harmless' } as unknown as ImportOptions), {
      code: 'OPTION_INVALID',
    })
  })

  it('is confirmed here when its framework asks before each call', () => {
    assert.equal(definitionOf({ needsApproval: true }).requiresConfirmation, true)
    assert.equal(definitionOf({}).requiresConfirmation, false)
  })

  it('is described by its name when nothing better is known', () => {
    assert.equal(definitionOf({ description: undefined }).description, 'getWeather')
    assert.equal(definitionOf({ description: '  ' }).description, 'getWeather')
    assert.equal(definitionOf({ description: 7 }).description, 'getWeather')
  })

  it('takes no arguments when it has no schema', () => {
    assert.deepEqual(definitionOf({ schema: undefined }).inputSchema, { type: 'object', properties: {} })
    assert.deepEqual(definitionOf({ schema: null }).inputSchema, { type: 'object', properties: {} })
  })

  it('gets what its schema made of the arguments, once', async () => {
    const schema = z.object({ city: z.string().transform((city) => city.length) })
    const seen = async (fields: Partial<ForeignTool>) => {
      const { tools } = take({ schema, ...fields }, { dangerLevel: 'safe' })
      const toolwright = createToolwright({ tools: [...tools] })
      const result = await toolwright.execute({ id: '1', name: 'get_weather', arguments: { city: 'Oslo' } })
      return result.content
    }
    assert.deepEqual(await seen({}), { type: 'text', text: '{"city":4}' })
    assert.deepEqual(await seen({ parsesItself: true }), { type: 'text', text: '{"city":"Oslo"}' })
  })
})

describe('a tool that cannot be taken over', () => {
  const problemsOf = (fields: Partial<ForeignTool>) => {
    const { tools, problems } = take(fields)
    assert.deepEqual(tools, [])
    return problems.map(({ toolName, code, path }) => ({ toolName, code, path }))
  }

  it('is reported when nothing here can run it', () => {
    assert.deepEqual(problemsOf({ run: undefined }), [
      { toolName: 'getWeather', code: 'DEFINE_IMPLEMENTATION_MISSING', path: '' },
    ])
  })

  it('is reported when its library cannot write JSON Schema', () => {
    const schema = { '~standard': { version: 1, vendor: 'old', validate: () => ({ value: {} }) } }
    assert.deepEqual(problemsOf({ schema }), [
      { toolName: 'getWeather', code: 'DEFINE_INPUT_UNSUPPORTED', path: 'inputSchema' },
    ])
  })

  it('is reported when its schema is none', () => {
    const [problem] = problemsOf({ schema: { type: 'string' } })
    assert.equal(problem?.toolName, 'getWeather')
    assert.match(problem?.path ?? '', /^inputSchema/)
  })

  it('is reported when another one has its name, so that the rest can be registered', () => {
    const digested = [...canonicalNames(['get.x', 'get/x'])].map(([, name]) => name)
    for (const names of [
      ['getX', 'getX', 'getY'],
      ['get.x', 'get/x', String(digested[0]), 'getY'],
    ]) {
      const given = names.map((name) => [name, () => foreign({ name })] as const)
      const { tools, problems } = importTools('fromSomewhere', 'somewhere', given, {})
      assert.equal(tools.length, names.length - 1)
      assert.equal(createToolwright({ tools: [...tools] }).registry.has('get_y'), true)
      assert.deepEqual(
        problems.map(({ code, path }) => [code, path]),
        [['REGISTER_NAME_TAKEN', 'name']],
      )
      assert.match(problems[0]?.message ?? '', /is taken by `get.?x`, which came before it/i)
    }
  })

  it('costs no other tool, even when reading it throws', () => {
    const { tools, problems } = importTools(
      'fromSomewhere',
      'somewhere',
      [
        [
          'broken',
          () => {
            throw new Error('a getter that throws')
          },
        ],
        ['getWeather', () => foreign({})],
      ],
      {},
    )
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['get_weather'],
    )
    assert.deepEqual(
      problems.map(({ toolName, code, message }) => [toolName, code, message]),
      [['broken', 'DEFINE_INVALID', 'a getter that throws']],
    )
  })
})

describe('what holds no tools', () => {
  const tool = { name: 'getX', schema: { type: 'object' }, invoke: () => 'x' }
  const lists = { fromLangChainTools, fromOpenAiAgentsTools }
  const records = { fromAiSdkTools, fromMastraTools }
  for (const [owner, take, wrong, expected] of [
    ...Object.entries(lists).map(
      ([name, from]) => [name, from, [undefined, null, 'getX', tool], /a list of tools/] as const,
    ),
    ...Object.entries(records).map(
      ([name, from]) => [name, from, [undefined, null, 'getX'], /a record of tools by name/] as const,
    ),
  ]) {
    it(`is refused: ${owner}`, () => {
      for (const given of wrong) {
        assert.throws(() => take(given as never), { code: 'OPTION_INVALID', message: expected })
      }
    })
  }
})
