import { describe, it } from 'node:test'
import { expectProblem } from '../fixture.ts'

describe('parameter duplicate rule', () => {
  it('refuses a name that is there already', () => {
    expectProblem(
      {
        parameters: [
          { name: 'a', type: 'string' },
          { name: 'b', type: 'string' },
          { name: 'a', type: 'integer' },
        ],
      },
      ['DEFINE_PARAMETER_DUPLICATE', 'parameters[2].name', /is there already as `parameters\[0\]`/],
    )
  })
})
