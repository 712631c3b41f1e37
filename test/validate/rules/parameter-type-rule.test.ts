import { describe, it } from 'node:test'
import { expectProblem } from '../fixture.ts'

describe('parameter type rule', () => {
  it('refuses an unknown type and says which was meant', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'strng' }] }, [
      'DEFINE_PARAMETER_TYPE_UNKNOWN',
      'parameters[0].type',
      /Did you mean `string`/,
    ])
    expectProblem({ parameters: [{ name: 'a' }] }, [
      'DEFINE_PARAMETER_TYPE_UNKNOWN',
      'parameters[0].type',
      /there is no parameter type/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: ['string'] }] }, [
      'DEFINE_PARAMETER_TYPE_UNKNOWN',
      'parameters[0].type',
      /unknown parameter type/,
    ])
  })
  it('looks at items to any depth', () => {
    expectProblem(
      { parameters: [{ name: 'a', type: 'array', items: { type: 'array', items: { type: 'text' } } }] },
      ['DEFINE_PARAMETER_TYPE_UNKNOWN', 'parameters[0].items.items.type', /unknown parameter type "text"/],
    )
  })
})
