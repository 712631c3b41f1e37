import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'
import { defineTool } from '../../src/author/define-tool.ts'
import type { Problem } from '../../src/errors/problem.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'

const base = { name: 'get_weather', description: 'Weather of a city' } as const
const citySchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

/** What `defineTool` throws for a config that the types would not let through. */
function errorOf(config: unknown): ToolwrightError {
  try {
    Reflect.apply(defineTool, undefined, [config])
  } catch (thrown) {
    if (ToolwrightError.is(thrown)) return thrown
    throw thrown
  }
  return assert.fail('nothing was thrown')
}

function problemsOf(error: ToolwrightError): readonly string[] {
  return (error.details['problems'] as readonly Problem[]).map((problem) => `${problem.code} ${problem.path}`)
}

describe('defineTool', () => {
  it('makes the same definition from each kind of schema', () => {
    const tools = [
      defineTool({ ...base, input: z.object({ city: z.string() }), run: ({ city }) => city }),
      defineTool({ ...base, input: v.object({ city: v.string() }), run: ({ city }) => city }),
      defineTool({ ...base, input: type({ '+': 'reject', city: 'string' }), run: ({ city }) => city }),
      defineTool({
        ...base,
        input: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
        run: ({ city }) => city,
      }),
      defineTool({
        ...base,
        input: [{ name: 'city', type: 'string', required: true }],
        run: ({ city }) => city,
      }),
    ]
    for (const tool of tools) assert.deepEqual(tool.definition.inputSchema, citySchema)
  })

  it('keeps the author’s own schemas, and only those', () => {
    const input = z.object({ city: z.string() })
    const output = z.object({ celsius: z.number() })
    const tool = defineTool({ ...base, input, output, run: () => ({ celsius: 21 }) })
    assert.equal(tool.standard?.input, input)
    assert.equal(tool.standard?.output, output)
    assert.deepEqual(tool.definition.outputSchema?.required, ['celsius'])
    assert.equal(
      defineTool({ ...base, input: [], output: { type: 'number' }, run: () => 1 }).standard,
      undefined,
    )
  })

  it('takes the input side of a transform for the arguments and the output side for the result', () => {
    const schema = z.object({ n: z.string().transform(Number).pipe(z.number()) })
    const tool = defineTool({ ...base, input: schema, output: schema, run: ({ n }) => ({ n }) })
    assert.deepEqual(tool.definition.inputSchema.properties?.['n'], { type: 'string' })
    assert.deepEqual(tool.definition.outputSchema?.properties?.['n'], { type: 'number' })
  })

  it('accepts unions of objects and records, which have no properties of their own', () => {
    const union = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ])
    const schema = defineTool({ ...base, input: union, run: ({ kind }) => kind }).definition.inputSchema
    assert.deepEqual([schema.type, schema.properties], ['object', {}])
    const record = defineTool({ ...base, input: z.record(z.string(), z.number()), run: () => 1 }).definition
      .inputSchema
    assert.deepEqual(record.properties, {})
  })

  it('freezes the tool and gives the function and the resource on', () => {
    const run = (): number => 1
    const tool = defineTool({
      ...base,
      input: [{ name: 'path', type: 'string', required: true }],
      resource: ({ path }) => path,
      run,
    })
    assert.ok(
      Object.isFrozen(tool) && Object.isFrozen(tool.implementation) && Object.isFrozen(tool.definition),
    )
    assert.equal(tool.implementation.run, run)
    assert.equal(tool.resourceOf?.({ path: '/a' }), '/a')
  })

  it('takes permissions of the host when told of them', () => {
    const config = { ...base, input: [], requiredPermissions: ['acme.billing'], run: () => 1 } as const
    assert.throws(() => defineTool(config), { code: 'DEFINE_PERMISSION_UNKNOWN' })
    assert.deepEqual(defineTool(config, { permissions: ['acme.billing'] }).definition.requiredPermissions, [
      'acme.billing',
    ])
  })

  it('throws the code of the only problem, with its path and cure', () => {
    const error = errorOf({ ...base, name: 'getWeather', input: [], run: () => 1 })
    assert.equal(error.code, 'DEFINE_NAME_INVALID')
    assert.equal(error.toolName, 'getWeather')
    assert.match(
      error.message,
      /^Tool `getWeather`: name: invalid tool name: getWeather\. Use snake_case.*`get_weather`\.$/,
    )
  })

  it('throws DEFINE_INVALID with one line for each of several problems', () => {
    const error = errorOf({ name: '', input: [{ name: 'a', type: 'strng' }], colour: 'red' })
    assert.equal(error.code, 'DEFINE_INVALID')
    assert.deepEqual(problemsOf(error), [
      'DEFINE_IMPLEMENTATION_MISSING run',
      'DEFINE_FIELD_UNKNOWN colour',
      'DEFINE_NAME_EMPTY name',
      'DEFINE_DESCRIPTION_EMPTY description',
      'DEFINE_PARAMETER_TYPE_UNKNOWN input[0].type',
    ])
    assert.equal(error.message.split('\n').length, 6)
    assert.match(error.message, /^Tool `<unnamed>` has 5 problems:/)
  })

  it('says how to mend a raw shape', () => {
    const error = errorOf({ ...base, input: { city: z.string() }, run: () => 1 })
    assert.equal(error.code, 'DEFINE_INPUT_UNSUPPORTED')
    assert.match(
      error.message,
      /input: `input` is a bare object whose `city` is a schema\. Wrap it: z\.object\(\{ city: … \}\)/,
    )
    assert.equal(
      errorOf({ ...base, input: [], output: { n: v.number() }, run: () => 1 }).code,
      'DEFINE_INPUT_UNSUPPORTED',
    )
  })

  it('says which parameter type was meant', () => {
    const error = errorOf({ ...base, input: [{ name: 'city', type: 'strng' }], run: () => 1 })
    assert.match(error.message, /input\[0\]\.type: unknown parameter type "strng".*Did you mean `string`\?/)
  })

  it('names the field that JSON Schema cannot express', () => {
    const error = errorOf({ ...base, input: z.object({ since: z.date() }), run: () => 1 })
    assert.equal(error.code, 'DEFINE_INPUT_UNSUPPORTED')
    assert.match(error.message, /`since`/)
    assert.match(error.hint, /^Take text and transform it: `z\.string\(\)\.transform/)
    const inValibot = errorOf({ ...base, input: v.object({ since: v.date() }), run: () => 1 })
    assert.match(inValibot.hint, /v\.transform/)
  })

  it('says under which name the parts go that other libraries call differently', () => {
    const run = (): number => 1
    for (const name of ['execute', 'handler', 'func', 'fn']) {
      const error = errorOf({ ...base, input: [], [name]: run })
      assert.equal(error.code, 'DEFINE_FIELD_UNKNOWN')
      assert.equal(error.hint, 'The function that does the work goes under `run`.')
      assert.deepEqual(problemsOf(error), [`DEFINE_FIELD_UNKNOWN ${name}`])
    }
    for (const name of ['inputSchema', 'parameters', 'schema']) {
      const error = errorOf({ ...base, [name]: z.object({}), run })
      assert.equal(error.hint, 'What describes the arguments goes under `input`.')
    }
    assert.equal(
      errorOf({ ...base, input: [], outputSchema: z.object({}), run }).hint,
      'What describes the result goes under `output`.',
    )
    assert.deepEqual(problemsOf(errorOf({ ...base, inputSchema: {}, execute: run })), [
      'DEFINE_FIELD_UNKNOWN inputSchema',
      'DEFINE_FIELD_UNKNOWN execute',
    ])
  })

  it('refuses what describes no object', () => {
    assert.deepEqual(problemsOf(errorOf({ ...base, input: z.string(), run: () => 1 })), [
      'DEFINE_INPUT_NOT_OBJECT input.type',
    ])
    assert.deepEqual(problemsOf(errorOf({ ...base, input: 5, run: () => 1 })), [
      'DEFINE_INPUT_NOT_OBJECT input',
    ])
    assert.deepEqual(problemsOf(errorOf({ ...base, run: () => 1 })), ['DEFINE_INPUT_NOT_OBJECT input'])
    assert.equal(errorOf(undefined).code, 'DEFINE_INVALID')
  })

  it('refuses a resource that is no function', () => {
    assert.deepEqual(problemsOf(errorOf({ ...base, input: [], run: () => 1, resource: 'path' })), [
      'DEFINE_FIELD_TYPE resource',
    ])
    assert.equal(errorOf({ ...base, input: [], run: null }).code, 'DEFINE_IMPLEMENTATION_MISSING')
  })
})
