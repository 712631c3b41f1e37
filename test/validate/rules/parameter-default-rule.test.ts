import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter default rule', () => {
  it('accepts defaults that fit', () => {
    expectAccepted({
      parameters: [
        { name: 'a', type: 'integer', default: 5, minimum: 1, maximum: 5 },
        { name: 'b', type: 'array', items: { type: 'string' }, default: ['x'] },
        {
          name: 'c',
          type: 'object',
          schema: { properties: { x: { type: 'string', pattern: '^a' } } },
          default: { x: 'ab' },
        },
        { name: 'd', type: 'boolean', default: false },
      ],
    })
  })
  it('takes a null default for none', () => {
    expectAccepted({ parameters: [{ name: 'a', type: 'integer', default: null }] })
  })
  it('refuses a default of another type, outside its enum or range, or with bad items', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'integer', default: 1.5 }] }, [
      'DEFINE_DEFAULT_INVALID',
      'parameters[0].default',
      /is not valid for the parameter "a"/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'integer', default: '5' }] }, [
      'DEFINE_DEFAULT_INVALID',
      'parameters[0].default',
      /is not valid for the parameter "a"/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'string', enum: ['x'], default: 'y' }] }, [
      'DEFINE_DEFAULT_INVALID',
      'parameters[0].default',
      /is not valid for the parameter "a"/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'number', maximum: 1, default: 2 }] }, [
      'DEFINE_DEFAULT_INVALID',
      'parameters[0].default',
      /is not valid for the parameter "a"/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'array', items: { type: 'string' }, default: [1] }] }, [
      'DEFINE_DEFAULT_INVALID',
      'parameters[0].default',
      /is not valid for the parameter "a"/,
    ])
    expectProblem(
      {
        parameters: [
          {
            name: 'a',
            type: 'object',
            schema: { properties: { x: { type: 'string', pattern: '^a' } } },
            default: { x: 'b' },
          },
        ],
      },
      ['DEFINE_DEFAULT_INVALID', 'parameters[0].default', /is not valid for the parameter "a"/],
    )
  })
})
