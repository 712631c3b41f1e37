import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter list rule', () => {
  it('accepts an empty list and 256 parameters', () => {
    expectAccepted({ parameters: [] })
    expectAccepted({
      parameters: Array.from({ length: 256 }, (_, index) => ({ name: `p_${index}`, type: 'string' })),
    })
  })
  it('refuses what is not a list, and says where a schema goes', () => {
    expectProblem({ parameters: { type: 'object' } }, [
      'DEFINE_FIELD_TYPE',
      'parameters',
      /is an object; expected a list/,
    ])
  })
  it('refuses more than 256', () => {
    expectProblem(
      { parameters: Array.from({ length: 257 }, (_, index) => ({ name: `p_${index}`, type: 'string' })) },
      ['DEFINE_PARAMETERS_TOO_MANY', 'parameters', /257 parameters, at most 256/],
    )
  })
  it('refuses what is no parameter', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'string' }, 'b'] }, [
      'DEFINE_FIELD_TYPE',
      'parameters[1]',
      /expected an object with `name` and `type`/,
    ])
  })
  it('refuses unknown fields, also of items', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'integer', minimun: 1 }] }, [
      'DEFINE_FIELD_UNKNOWN',
      'parameters[0].minimun',
      /Did you mean `minimum`/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'array', items: { type: 'string', required: true } }] }, [
      'DEFINE_FIELD_UNKNOWN',
      'parameters[0].items.required',
      /not part of a parameter/,
    ])
  })
  it('refuses a description that is long or no text', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'string', description: 'x'.repeat(1_025) }] }, [
      'DEFINE_FIELD_TOO_LONG',
      'parameters[0].description',
      /at most 1024/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'string', description: 5 }] }, [
      'DEFINE_FIELD_TYPE',
      'parameters[0].description',
      /expected text/,
    ])
  })
})
