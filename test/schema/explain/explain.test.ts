import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { explain } from '../../../src/schema/explain/explain.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { planSchema } from '../../../src/schema/plan/plan.ts'
import { compiledSchema } from '../../../src/schema/compile/schema-cache.ts'
import { arbitrarySchema, arbitraryValue } from '../arbitrary-schema.ts'

const problemsOf = (schema: JsonSchema, value: unknown) =>
  explain(planSchema(schema), compiledSchema(schema), value)
/** `path keyword: message` of each problem. */
const linesOf = (schema: JsonSchema, value: unknown): string[] =>
  problemsOf(schema, value).map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`)

describe('explain', () => {
  it('says where, what was expected and what came', () => {
    assert.deepEqual(
      problemsOf(
        { properties: { items: { items: { properties: { city: { type: 'string' } } } } } },
        { items: [{}, { city: 5 }] },
      ),
      [
        {
          path: 'items[1].city',
          keyword: 'type',
          expected: 'a string',
          received: 'the number 5',
          message: 'expected a string, received the number 5',
        },
      ],
    )
  })
  it('names missing properties, and the given name that may have been meant', () => {
    assert.deepEqual(
      linesOf({ properties: { city: { type: 'string' } }, required: ['city', 'x'] }, { citty: 'Rome' }),
      [
        'city required: required but missing; expected a string; was "citty" meant to be it?',
        'x required: required but missing; expected a value',
      ],
    )
  })
  it('names unknown properties with the nearest and all allowed names', () => {
    const schema: JsonSchema = { properties: { city: {}, units: {} }, additionalProperties: false }
    assert.deepEqual(linesOf(schema, { citty: 1, town: 2 }), [
      'citty additionalProperties: unknown name; the allowed names are "city", "units"; did you mean `city`?',
      'town additionalProperties: unknown name; the allowed names are "city", "units"',
    ])
    assert.deepEqual(linesOf({ additionalProperties: false }, { a: 1 }), [
      'a additionalProperties: unknown name: none is allowed here',
    ])
  })
  it('knows names of every part of allOf, and those of patterns', () => {
    const schema: JsonSchema = {
      allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }],
    }
    assert.deepEqual(
      problemsOf(schema, { a: 1, b: 2 }).map((problem) => problem.path),
      ['b'],
    )
    const patterned: JsonSchema = {
      patternProperties: { '^x_': { type: 'string' } },
      additionalProperties: false,
    }
    assert.deepEqual(linesOf(patterned, { x_a: 'ok', x_b: 1, y: 1 }), [
      'x_b type: expected a string, received the number 1',
      'y additionalProperties: unknown name: none is allowed here',
    ])
  })
  it('lists enum values with the nearest', () => {
    const [problem] = problemsOf({ properties: { u: { enum: ['celsius', 'kelvin'] } } }, { u: 'celcius' })
    assert.equal(
      problem?.message,
      'expected one of "celsius", "kelvin", received the string "celcius"; did you mean `celsius`?',
    )
    assert.equal(problem?.nearest, 'celsius')
  })
  it('puts every limit into words', () => {
    const cases: [JsonSchema, unknown, string][] = [
      [
        { type: 'integer', minimum: 1, maximum: 5 },
        1.5,
        'type: expected an integer from 1 to 5, received the number 1.5',
      ],
      [
        { type: 'integer', minimum: 1 },
        'x',
        'type: expected an integer of at least 1, received the string "x"',
      ],
      [{ type: 'number', maximum: 1 }, 'x', 'type: expected a number of at most 1, received the string "x"'],
      [{ minimum: 1 }, 0, 'minimum: expected a number of at least 1, received the number 0'],
      [{ maximum: 1 }, 2, 'maximum: expected a number of at most 1, received the number 2'],
      [
        { exclusiveMinimum: 1 },
        1,
        'exclusiveMinimum: expected a number greater than 1, received the number 1',
      ],
      [{ exclusiveMaximum: 1 }, 1, 'exclusiveMaximum: expected a number less than 1, received the number 1'],
      [{ multipleOf: 0.1 }, 0.25, 'multipleOf: expected a multiple of 0.1, received the number 0.25'],
      [{ minLength: 2 }, '😀', 'minLength: expected at least 2 characters, received the string "😀"'],
      [{ maxLength: 1 }, 'ab', 'maxLength: expected at most 1 character, received the string "ab"'],
      [{ pattern: '^a$' }, 'b', 'pattern: expected a match of the pattern "^a$", received the string "b"'],
      [
        { format: 'date' },
        'x',
        'format: expected a string in the format date, like 2026-01-31, received the string "x"',
      ],
      [{ minItems: 2 }, [1], 'minItems: expected at least 2 items, received an array of 1 item'],
      [{ maxItems: 0 }, [1, 2], 'maxItems: expected at most 0 items, received an array of 2 items'],
      [
        { uniqueItems: true },
        [1, 1],
        'uniqueItems: expected items that are all different, received an array of 2 items',
      ],
      [{ minProperties: 1 }, {}, 'minProperties: expected at least 1 property, received an empty object'],
      [
        { maxProperties: 2 },
        { a: 1, b: 2, c: 3, d: 4 },
        'maxProperties: expected at most 2 properties, received an object with "a", "b", "c", …',
      ],
      [{ const: { a: 1 } }, null, 'const: expected {"a":1}, received null'],
      [
        { type: ['string', 'null', 'boolean'] },
        1,
        'type: expected a string, true or false or null, received the number 1',
      ],
      [
        { type: 'string', format: 'uuid' },
        false,
        'type: expected a string in the format uuid, received false',
      ],
      [{ type: 'string', pattern: 'x' }, 1, 'type: expected a string matching "x", received the number 1'],
    ]
    for (const [schema, value, line] of cases) {
      assert.deepEqual(linesOf({ properties: { v: schema } }, { v: value }), [`v ${line}`])
    }
  })
  it('knows the rarer keywords', () => {
    assert.deepEqual(linesOf({ not: { type: 'object' } }, {}), [
      ' not: an empty object is of a form that is ruled out here (`not`)',
    ])
    assert.deepEqual(linesOf({ dependentRequired: { card: ['cvc'] } }, { card: 1 }), [
      'cvc required: required but missing; expected a value',
    ])
    assert.deepEqual(linesOf({ dependentSchemas: { card: { required: ['cvc'] } } }, { card: 1 }), [
      'cvc required: required but missing; expected a value',
    ])
    // As JSON text, because the linter takes a `then` for a promise.
    const conditional = JSON.parse(
      '{"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["x"]},"else":{"required":["y"]}}',
    ) as JsonSchema
    assert.deepEqual(linesOf(conditional, { kind: 'a' }), [
      'x required: required but missing; expected a value',
    ])
    assert.deepEqual(linesOf(conditional, { kind: 'b' }), [
      'y required: required but missing; expected a value',
    ])
    assert.deepEqual(linesOf({ contains: { type: 'string' } }, [1]), [
      ' contains: expected at least 1 of the items to be a string, received 0 of them',
    ])
    assert.deepEqual(linesOf({ contains: { type: 'string' }, maxContains: 1 }, ['a', 'b']), [
      ' maxContains: expected at most 1 of the items to be a string, received 2 of them',
    ])
    assert.deepEqual(linesOf({ contains: { type: 'string' }, minContains: 2 }, ['a', 1]), [
      ' minContains: expected at least 2 of the items to be a string, received 1 of them',
    ])
    assert.deepEqual(linesOf({ propertyNames: { maxLength: 1 } }, { ab: 1 }), [
      'ab propertyNames: expected at most 1 character, received the name "ab"',
    ])
    assert.deepEqual(linesOf({ properties: { a: false } }, { a: 1 }), [
      'a false: nothing is allowed here: leave it out',
    ])
  })
  describe('in a union', () => {
    const circle: JsonSchema = {
      type: 'object',
      properties: { kind: { const: 'circle' }, r: { type: 'number' } },
      required: ['kind', 'r'],
    }
    const square: JsonSchema = {
      type: 'object',
      properties: { kind: { const: 'square' }, side: { type: 'number' } },
      required: ['kind', 'side'],
    }
    it('explains the branch that the discriminator names', () => {
      assert.deepEqual(linesOf({ oneOf: [circle, square] }, { kind: 'square' }), [
        'side required: required but missing; expected a number',
      ])
    })
    it('names the values of a discriminator that fits none', () => {
      assert.deepEqual(linesOf({ anyOf: [circle, square] }, { kind: 'sqare', side: 1 }), [
        'kind enum: expected one of "circle", "square", received the string "sqare"; did you mean `square`?',
      ])
      assert.deepEqual(linesOf({ anyOf: [circle, square] }, {}), [
        'kind enum: expected one of "circle", "square", received nothing',
      ])
    })
    it('explains the branch with the fewest problems otherwise', () => {
      const a: JsonSchema = { type: 'object', required: ['x', 'y', 'z'] }
      const b: JsonSchema = { type: 'object', required: ['x', 'w'] }
      assert.deepEqual(linesOf({ anyOf: [a, b] }, { x: 1 }), [
        'w required: required but missing; expected a value',
      ])
    })
    it('names the types of all branches when none fits', () => {
      assert.deepEqual(linesOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5), [
        ' type: expected a string or null, received the number 5',
      ])
    })
    it('explains the only branch of the right type', () => {
      assert.deepEqual(linesOf({ anyOf: [circle, { type: 'null' }] }, { kind: 'circle', r: 'x' }), [
        'r type: expected a number, received the string "x"',
      ])
    })
    it('says so when two branches of oneOf have the same value', () => {
      const [problem] = problemsOf(
        { properties: { v: { oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] } } },
        { v: 'b' },
      )
      assert.equal(problem?.keyword, 'oneOf')
    })
    it('says so when more than one branch of oneOf fits', () => {
      assert.deepEqual(linesOf({ oneOf: [{ type: 'object' }, { required: [] }] }, {}), [
        ' oneOf: fits 2 of the 2 allowed forms, but must fit exactly one; leave out what belongs to the others',
      ])
    })
  })
  it('lists 20 problems and counts the rest', () => {
    const problems = problemsOf(
      { items: { type: 'string' } },
      Array.from({ length: 30 }, (_, index) => index),
    )
    assert.equal(problems.length, 21)
    assert.equal(problems.at(-1)?.message, 'and 10 more problems')
  })
  it('finds the part to blame where only the engine understands the keyword', () => {
    const schema: JsonSchema = { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }
    const [problem, ...rest] = problemsOf(schema, { a: 1, b: 2 })
    assert.equal(problem?.path, 'b')
    assert.deepEqual(rest, [])
    const deep: JsonSchema = {
      properties: { list: { prefixItems: [{}], unevaluatedItems: false } },
      required: ['list'],
    }
    assert.equal(problemsOf(deep, { list: [1, { x: 1 }] })[0]?.path.startsWith('list'), true)
  })
  it('finds the keyword to blame when no part is', () => {
    const $defs = { need: { $anchor: 'need', required: ['x'] } }
    assert.deepEqual(linesOf({ $defs, $ref: '#need' }, {}), [
      ' $ref: an empty object does not fit `$ref` of the schema',
    ])
    assert.deepEqual(linesOf({ $defs, $ref: '#need', allOf: [{ $ref: '#need' }] }, {}), [
      ' schema: an empty object does not fit the schema as a whole',
    ])
  })
  it('quotes names that would not read back, and shortens long ones', () => {
    const paths = problemsOf(
      { additionalProperties: { type: 'string' } },
      { 'a.b': 1, ['x'.repeat(300)]: 2, '': 3 },
    ).map((p) => p.path)
    assert.deepEqual(paths, ['["a.b"]', `["${'x'.repeat(60)}…"]`, '[""]'])
  })
  it('stays short and quick on hostile values', () => {
    const recursive: JsonSchema = {
      anyOf: [
        { type: 'object', properties: { next: { $ref: '#' } }, required: ['a'] },
        { type: 'object', properties: { next: { $ref: '#' } }, required: ['b'] },
      ],
    }
    let value: unknown = {}
    for (let level = 0; level < 300; level++) value = { next: value }
    assert.ok(problemsOf(recursive, value).length > 0)
    const [problem] = problemsOf({ properties: { v: { type: 'number' } } }, { v: 'x'.repeat(1_000_000) })
    assert.ok(problem!.message.length < 120)
  })
  it('finds a problem exactly when the check fails', () => {
    fc.assert(
      fc.property(arbitrarySchema(), arbitraryValue(), (schema, value) => {
        assert.equal(problemsOf(schema, value).length === 0, compiledSchema(schema).check(value))
      }),
      { numRuns: 500 },
    )
  })
  it('does not need the last resort for the keywords of tools', () => {
    fc.assert(
      fc.property(arbitrarySchema(), arbitraryValue(), (schema, value) => {
        assert.ok(problemsOf(schema, value).every((problem) => problem.keyword !== 'schema'))
      }),
      { numRuns: 500 },
    )
  })
})
