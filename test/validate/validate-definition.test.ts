import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { validateDefinition } from '../../src/validate/validate-definition.ts'
import { fastestMs } from '../fastest-ms.ts'
import { problemsOf, validDraft } from './fixture.ts'

const LONGEST_MS = 50

/** The answer, after checking that it came in time. */
function answerInTime(value: unknown): ReturnType<typeof validateDefinition> {
  const tookMs = fastestMs(() => validateDefinition(value), LONGEST_MS)
  assert.ok(tookMs <= LONGEST_MS, `took ${tookMs} ms`)
  return validateDefinition(value)
}

function refusal(value: unknown): readonly string[] {
  const answer = answerInTime(value)
  assert.equal(answer.ok, false)
  return answer.ok ? [] : answer.problems.map((problem) => `${problem.code} ${problem.path}`)
}

describe('validateDefinition', () => {
  it('fills in the defaults and leaves out what is absent', () => {
    const answer = validateDefinition({
      name: 'get_weather',
      description: 'Weather',
      parameters: [{ name: 'city', type: 'string', required: true }],
    })
    assert.deepEqual(answer, {
      ok: true,
      definition: {
        name: 'get_weather',
        description: 'Weather',
        inputSchema: {
          type: 'object',
          properties: { city: { type: 'string' } },
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
      },
    })
  })

  it('takes the danger of commands and code for high when nothing is said', () => {
    const danger = (kind: 'command' | 'code' | 'module'): unknown => {
      const answer = validateDefinition(validDraft(), { kind })
      return answer.ok && answer.definition.dangerLevel
    }
    assert.deepEqual([danger('command'), danger('code'), danger('module')], ['high', 'high', 'safe'])
  })

  it('reads snake_case to the same definition as camelCase', () => {
    const snake = validateDefinition({
      name: 'a',
      description: 'b',
      input_schema: { type: 'object', properties: {} },
      danger_level: 'low',
      required_permissions: ['tool.system.read'],
      requires_confirmation: true,
      constraints: { max_execution_ms: 5_000, allow_side_effects: false },
    })
    const camel = validateDefinition({
      name: 'a',
      description: 'b',
      inputSchema: { type: 'object', properties: {} },
      dangerLevel: 'low',
      requiredPermissions: ['tool.system.read'],
      requiresConfirmation: true,
      constraints: { maxExecutionMs: 5_000, allowSideEffects: false },
    })
    assert.ok(snake.ok)
    assert.deepEqual(snake, camel)
  })

  it('reports every problem at once', () => {
    const codes = problemsOf({
      name: 'X',
      description: '',
      category: 'y',
      version: '1',
      tags: [''],
      enabled: 0,
    }).map((problem) => problem.code)
    assert.deepEqual(codes, [
      'DEFINE_NAME_INVALID',
      'DEFINE_DESCRIPTION_EMPTY',
      'DEFINE_CATEGORY_UNKNOWN',
      'DEFINE_FIELD_TYPE',
      'DEFINE_VERSION_INVALID',
      'DEFINE_TAGS_INVALID',
    ])
  })

  it('gives a frozen definition that shares nothing with what came in', () => {
    const schema = { type: 'object', properties: { city: { type: 'string', enum: ['Oslo'] } } }
    const draft = {
      ...validDraft({ parameters: undefined, inputSchema: schema }),
      tags: ['a'],
      metadata: { deep: { list: [1] } },
    }
    const answer = validateDefinition(draft)
    assert.ok(answer.ok)
    schema.properties.city.enum.push('Rome')
    draft.tags.push('b')
    draft.metadata.deep.list.push(2)
    assert.deepEqual(answer.definition.inputSchema.properties, { city: { type: 'string', enum: ['Oslo'] } })
    assert.deepEqual([answer.definition.tags, answer.definition.metadata], [['a'], { deep: { list: [1] } }])
    assert.throws(() => Reflect.apply(Array.prototype.push, answer.definition.tags, ['c']), TypeError)
  })

  it('keeps a property called __proto__ as a property', () => {
    const inputSchema: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    )
    const answer = validateDefinition(validDraft({ parameters: undefined, inputSchema }))
    assert.ok(answer.ok)
    assert.equal(
      JSON.stringify(answer.definition.inputSchema),
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    )
  })

  it('mends the schema of an import and notes it', () => {
    const answer = validateDefinition(
      validDraft({
        parameters: undefined,
        input_schema: { required: ['q'], properties: { n: { type: 'integer', default: 'x' } } },
      }),
      { imported: true },
    )
    assert.ok(answer.ok)
    assert.deepEqual(answer.definition.inputSchema, {
      type: 'object',
      required: ['q'],
      properties: { n: { type: 'integer' }, q: {} },
    })
    assert.deepEqual(
      answer.notes?.map((note) => note.path),
      ['input_schema.type', 'input_schema.properties.q', 'input_schema.properties.n.default'],
    )
  })

  it('gives an import without a schema an empty one', () => {
    const answer = validateDefinition(validDraft({ parameters: undefined }), { imported: true })
    assert.ok(answer.ok)
    assert.deepEqual(answer.definition.inputSchema, { type: 'object', properties: {} })
    assert.equal(answer.notes?.length, 3)
  })

  it('still refuses an import that is no object schema', () => {
    const changes = { parameters: undefined, input_schema: { type: 'string' } }
    assert.deepEqual(
      problemsOf(changes, { imported: true }).map((problem) => problem.code),
      ['DEFINE_INPUT_NOT_OBJECT'],
    )
  })

  it('leaves out a null default where null is no value', () => {
    const answer = validateDefinition(
      validDraft({
        parameters: undefined,
        inputSchema: {
          type: 'object',
          properties: {
            a: { type: 'string', default: null },
            b: { type: ['string', 'null'], default: null },
          },
        },
      }),
    )
    assert.ok(answer.ok)
    assert.deepEqual(answer.definition.inputSchema.properties, {
      a: { type: 'string' },
      b: { type: ['string', 'null'], default: null },
    })
    assert.equal(answer.notes, undefined)
  })
})

describe('validateDefinition on hostile values', () => {
  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no')
      },
      get: () => {
        throw new Error('no')
      },
    },
  )

  it('refuses what is no object', () => {
    for (const value of [undefined, null, 5, 'x', true, Symbol('x'), 1n, [], () => 1, NaN]) {
      assert.deepEqual(refusal(value), ['DEFINE_FIELD_TYPE '])
    }
  })

  it('answers for proxies and getters that throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    assert.deepEqual(refusal(throwing), ['DEFINE_FIELD_TYPE '])
    assert.deepEqual(refusal(proxy), ['DEFINE_FIELD_TYPE '])
    assert.deepEqual(refusal(validDraft({ metadata: { deep: throwing } })), [
      'DEFINE_METADATA_INVALID metadata.deep',
    ])
    assert.deepEqual(refusal(validDraft({ name: proxy })), ['DEFINE_FIELD_TYPE name'])
    const draft = validDraft()
    Object.defineProperty(draft, 'description', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    assert.deepEqual(refusal(draft), ['DEFINE_FIELD_TYPE description'])
  })

  it('answers for what refers to itself or unfolds without end', () => {
    const cycle: Record<string, unknown> = { type: 'object', properties: {} }
    cycle['not'] = cycle
    assert.match(
      refusal(validDraft({ parameters: undefined, inputSchema: cycle }))[0] ?? '',
      /^SCHEMA_TOO_LARGE inputSchema\.not/,
    )
    let bomb: unknown = 'x'
    for (let level = 0; level < 60; level++) bomb = [bomb, bomb]
    assert.match(
      refusal(validDraft({ metadata: { bomb } }))[0] ?? '',
      /^DEFINE_METADATA_INVALID metadata\.bomb/,
    )
  })

  it('answers for what is too large to read', () => {
    const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]))
    assert.deepEqual(refusal(validDraft({ metadata: wide })), ['DEFINE_METADATA_INVALID metadata'])
    assert.deepEqual(
      refusal(validDraft({ metadata: { list: Object.assign([], { length: 1_000_000_000 }) } })),
      ['DEFINE_METADATA_INVALID metadata.list'],
    )
    assert.deepEqual(refusal(validDraft({ metadata: { text: 'x'.repeat(3_000_000) } })), [
      'DEFINE_METADATA_INVALID metadata.text',
    ])
    assert.equal(refusal(wide).length, 23)
    const properties = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`k${index}`, { type: 'string', default: 5 }]),
    )
    assert.equal(
      refusal(validDraft({ parameters: undefined, inputSchema: { type: 'object', properties } }))[0]?.slice(
        0,
        6,
      ),
      'DEFINE',
    )
  })

  it('names the place of instances, functions and symbols', () => {
    class City {
      name = 'Oslo'
    }
    assert.deepEqual(
      refusal(validDraft({ parameters: [{ name: 'a', type: 'string', default: new City() }] })),
      ['DEFINE_FIELD_TYPE parameters[0].default'],
    )
    assert.deepEqual(refusal(validDraft({ tags: [Symbol('x')] })), ['DEFINE_FIELD_TYPE tags[0]'])
    assert.deepEqual(refusal(validDraft({ outputSchema: { type: 'number', default: NaN, x: () => 1 } })), [
      'SCHEMA_INVALID outputSchema.default',
      'SCHEMA_INVALID outputSchema.x',
    ])
  })

  it('never throws and always answers in time, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        (value) => {
          answerInTime(value)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never throws on a definition with any one field replaced by anything', () => {
    const fields = [
      'name',
      'description',
      'parameters',
      'inputSchema',
      'output_schema',
      'category',
      'dangerLevel',
      'constraints',
      'required_permissions',
      'version',
      'tags',
      'enabled',
      'metadata',
      'origin',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.anything(), (field, value) => {
        const answer = answerInTime(validDraft({ [field]: value }))
        if (!answer.ok)
          assert.ok(
            answer.problems.every((problem) => problem.code !== 'INTERNAL'),
            JSON.stringify(answer),
          )
      }),
      { numRuns: 500 },
    )
  })

  it('never throws on parameters made of anything', () => {
    const parameter = fc.record(
      {
        name: fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor'), fc.anything()),
        type: fc.oneof(fc.constantFrom('string', 'integer', 'array', 'object'), fc.anything()),
        required: fc.anything(),
        default: fc.anything(),
        enum: fc.oneof(fc.array(fc.jsonValue()), fc.anything()),
        minimum: fc.anything(),
        items: fc.oneof(fc.constant({ type: 'string' }), fc.anything()),
        schema: fc.oneof(fc.object(), fc.anything()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 4 }), (parameters) => {
        const answer = answerInTime(validDraft({ parameters }))
        if (!answer.ok)
          assert.ok(
            answer.problems.every((problem) => problem.code !== 'INTERNAL'),
            JSON.stringify(answer),
          )
      }),
      { numRuns: 300 },
    )
  })
})
