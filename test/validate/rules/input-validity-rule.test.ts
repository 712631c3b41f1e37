import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('input validity rule', () => {
  it('accepts the three dialects', () => {
    for (const $schema of [
      'https://json-schema.org/draft/2020-12/schema',
      'https://json-schema.org/draft/2019-09/schema',
      'http://json-schema.org/draft-07/schema#',
    ]) {
      expectAccepted({ parameters: undefined, input_schema: { $schema, type: 'object', properties: {} } })
    }
  })
  it('keeps property names as they are, also those of the prototype', () => {
    expectAccepted({
      parameters: undefined,
      inputSchema: {
        type: 'object',
        properties: JSON.parse('{"__proto__":{"type":"string"},"maxLines":{}}'),
      },
    })
  })
  it('refuses a schema that is none, at its place', () => {
    expectProblem(
      { parameters: undefined, inputSchema: { type: 'object', properties: { city: { type: 'strng' } } } },
      ['SCHEMA_INVALID', 'inputSchema.properties.city.type', /strng/],
    )
    expectProblem(
      {
        parameters: undefined,
        input_schema: { type: 'object', properties: { city: { $ref: 'https://example.com/x' } } },
      },
      ['SCHEMA_REF_REMOTE', 'input_schema.properties.city.$ref', /./],
    )
    expectProblem(
      {
        parameters: undefined,
        input_schema: { type: 'object', properties: { city: { type: 'string', pattern: '(' } } },
      },
      ['SCHEMA_PATTERN_INVALID', 'input_schema.properties.city.pattern', /./],
    )
  })
})
