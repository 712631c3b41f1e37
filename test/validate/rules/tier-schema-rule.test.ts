import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('tier schema rule', () => {
  it('accepts the basic keywords everywhere', () => {
    expectAccepted(
      {
        parameters: undefined,
        input_schema: {
          type: 'object',
          title: 'x',
          properties: {
            a: { type: 'string', minLength: 1, default: 'x' },
            b: { enum: [1] },
            c: { type: 'array', items: {}, maxItems: 3 },
          },
          required: ['b'],
          additionalProperties: false,
          'x-note': 1,
        },
      },
      { tier: 'core' },
    )
  })
  it('refuses advanced keywords below teams, and names the tier', () => {
    expectProblem(
      {
        parameters: undefined,
        input_schema: { type: 'object', properties: { a: { type: 'string', pattern: '^a' } } },
      },
      [
        'TIER_SCHEMA_FEATURE',
        'input_schema.properties.a.pattern',
        /the tier `writer_pro` may not define schemas with `pattern`; the tier `teams` may/,
      ],
      { tier: 'writer_pro' },
    )
    expectProblem(
      { output_schema: { anyOf: [{}] } },
      ['TIER_SCHEMA_FEATURE', 'output_schema.anyOf', /`teams` may/],
      { tier: 'core' },
    )
    expectProblem(
      { parameters: [{ name: 'a', type: 'object', schema: { properties: { x: { format: 'email' } } } }] },
      ['TIER_SCHEMA_FEATURE', 'parameters[0].schema.properties.x.format', /`format`/],
      { tier: 'core' },
    )
  })
  it('refuses full keywords below enterprise', () => {
    expectProblem(
      { parameters: undefined, input_schema: { type: 'object', properties: {}, if: {} } },
      ['TIER_SCHEMA_FEATURE', 'input_schema.if', /the tier `enterprise` may/],
      { tier: 'teams' },
    )
    expectAccepted(
      { parameters: undefined, input_schema: { type: 'object', properties: {}, if: {}, else: {} } },
      { tier: 'enterprise' },
    )
    expectAccepted(
      { parameters: undefined, input_schema: { type: 'object', properties: { a: { pattern: '^a' } } } },
      { tier: 'teams' },
    )
  })
  it('refuses keywords of the host below enterprise', () => {
    expectProblem(
      { parameters: undefined, input_schema: { type: 'object', properties: { a: { currency: 'EUR' } } } },
      ['TIER_SCHEMA_FEATURE', 'input_schema.properties.a.currency', /`enterprise` may/],
      { tier: 'teams', keywords: ['currency'] },
    )
    expectAccepted(
      { parameters: undefined, input_schema: { type: 'object', properties: { a: { currency: 'EUR' } } } },
      { tier: 'teams' },
    )
  })
})
