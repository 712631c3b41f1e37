import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter enum rule', () => {
  it('accepts values of the type', () => {
    expectAccepted({
      parameters: [
        { name: 'a', type: 'integer', enum: [1, 2] },
        { name: 'b', type: 'array', enum: [['x'], []] },
        { name: 'c', type: 'number', enum: [0.5, 1] },
      ],
    })
  })
  it('refuses a value of another type', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'string', enum: ['x', 1] }] }, [
      'DEFINE_ENUM_INVALID',
      'parameters[0].enum[1]',
      /1 is not of the parameter's type `string`/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'integer', enum: [1.5] }] }, [
      'DEFINE_ENUM_INVALID',
      'parameters[0].enum[0]',
      /1.5 is not/,
    ])
  })
  it('refuses doubles, nothing and too many', () => {
    expectProblem(
      {
        parameters: [
          {
            name: 'a',
            type: 'object',
            enum: [
              { x: 1, y: 2 },
              { y: 2, x: 1 },
            ],
          },
        ],
      },
      ['DEFINE_ENUM_INVALID', 'parameters[0].enum[1]', /listed twice/],
    )
    expectProblem({ parameters: [{ name: 'a', type: 'string', enum: [] }] }, [
      'DEFINE_ENUM_INVALID',
      'parameters[0].enum',
      /is empty/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'string', enum: 'x' }] }, [
      'DEFINE_ENUM_INVALID',
      'parameters[0].enum',
      /expected a list/,
    ])
    expectProblem(
      {
        parameters: [
          { name: 'a', type: 'integer', enum: Array.from({ length: 1_001 }, (_, index) => index) },
        ],
      },
      ['DEFINE_ENUM_INVALID', 'parameters[0].enum', /1001 values, at most 1000/],
    )
  })
})
