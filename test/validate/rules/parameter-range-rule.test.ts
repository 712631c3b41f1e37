import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter range rule', () => {
  it('accepts a range in order on numbers', () => {
    expectAccepted({
      parameters: [
        { name: 'a', type: 'integer', minimum: 1, maximum: 1 },
        { name: 'b', type: 'number', minimum: -0.5 },
      ],
    })
  })
  it('refuses a range that no value fits', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'integer', minimum: 2, maximum: 1 }] }, [
      'DEFINE_RANGE_INVALID',
      'parameters[0].minimum',
      /minimum 2 is above the maximum 1/,
    ])
  })
  it('refuses bounds that are no numbers or stand on other types', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'integer', minimum: '1' }] }, [
      'DEFINE_RANGE_INVALID',
      'parameters[0].minimum',
      /expected a number/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'string', maximum: 5 }] }, [
      'DEFINE_RANGE_INVALID',
      'parameters[0].maximum',
      /type `string` has no maximum/,
    ])
  })
})
