import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('input default rule', () => {
  it('accepts defaults that fit, by hand or by the engine', () => {
    expectAccepted({
      parameters: undefined,
      input_schema: {
        type: 'object',
        properties: {
          a: { type: 'integer', default: 5 },
          b: { $ref: '#/$defs/short', default: 'ab' },
          c: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        },
        $defs: { short: { type: 'string', maxLength: 2 } },
      },
    })
  })
  it('refuses a default that its own schema refuses, at any depth', () => {
    expectProblem(
      {
        parameters: undefined,
        input_schema: {
          type: 'object',
          properties: { a: { type: 'object', properties: { b: { type: 'integer', default: 'x' } } } },
        },
      },
      [
        'DEFINE_DEFAULT_INVALID',
        'input_schema.properties.a.properties.b.default',
        /default "x" is not valid/,
      ],
    )
    expectProblem(
      {
        parameters: undefined,
        input_schema: {
          type: 'object',
          properties: { b: { $ref: '#/$defs/short', default: 'abc' } },
          $defs: { short: { type: 'string', maxLength: 2 } },
        },
      },
      ['DEFINE_DEFAULT_INVALID', 'input_schema.properties.b.default', /"abc"/],
    )
  })
  it('leaves data alone that only looks like a schema', () => {
    expectAccepted({
      parameters: undefined,
      input_schema: { type: 'object', properties: { a: { enum: [{ type: 'string', default: 5 }] } } },
    })
  })
})
