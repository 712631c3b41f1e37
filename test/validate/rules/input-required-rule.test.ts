import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('input required rule', () => {
  it('accepts names that are properties', () => {
    expectAccepted({
      parameters: undefined,
      input_schema: {
        type: 'object',
        properties: { a: {}, constructor: {} },
        required: ['a', 'constructor'],
      },
    })
  })
  it('refuses a name that is no property', () => {
    expectProblem(
      {
        parameters: undefined,
        input_schema: { type: 'object', properties: { a: {} }, required: ['a', 'toString'] },
      },
      ['DEFINE_REQUIRED_UNKNOWN', 'input_schema.required[1]', /names "toString"/],
    )
  })
})
