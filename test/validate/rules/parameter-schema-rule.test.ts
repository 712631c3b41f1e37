import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter schema rule', () => {
  it('accepts a valid schema, with references of its own', () => {
    expectAccepted({
      parameters: [
        {
          name: 'a',
          type: 'object',
          schema: { type: 'object', properties: { x: { type: 'string', default: 'y' } } },
        },
      ],
    })
  })
  it('refuses a schema that is none, at its place', () => {
    expectProblem(
      { parameters: [{ name: 'a', type: 'object', schema: { properties: { x: { type: 'strng' } } } }] },
      ['SCHEMA_INVALID', 'parameters[0].schema.properties.x.type', /strng/],
    )
  })
  it('refuses a schema of another type than its parameter', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'object', schema: { type: 'array' } }] }, [
      'DEFINE_FIELD_TYPE',
      'parameters[0].schema.type',
      /has the type "array", its parameter "object"/,
    ])
  })
  it('refuses a default inside that does not fit', () => {
    expectProblem(
      {
        parameters: [
          { name: 'a', type: 'object', schema: { properties: { x: { type: 'string', default: 5 } } } },
        ],
      },
      ['DEFINE_DEFAULT_INVALID', 'parameters[0].schema.properties.x.default', /default 5 is not valid/],
    )
  })
})
