import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter required rule', () => {
  it('accepts a required parameter with a null default, and an optional one with a default', () => {
    expectAccepted({
      parameters: [
        { name: 'a', type: 'string', required: true, default: null },
        { name: 'b', type: 'string', default: 'x' },
      ],
    })
  })
  it('refuses a required parameter that has a default', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'string', required: true, default: 'x' }] }, [
      'DEFINE_REQUIRED_WITH_DEFAULT',
      'parameters[0].default',
      /"a" is required and has the default "x"/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'boolean', required: true, default: false }] }, [
      'DEFINE_REQUIRED_WITH_DEFAULT',
      'parameters[0].default',
      /default false/,
    ])
  })
  it('refuses a required parameter whose schema has a default', () => {
    expectProblem(
      { parameters: [{ name: 'a', type: 'array', required: true, schema: { items: {}, default: [] } }] },
      ['DEFINE_REQUIRED_WITH_DEFAULT', 'parameters[0].schema.default', /has the default \[\]/],
    )
  })

  it('refuses a `required` that is not true or false', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'string', required: 'yes' }] }, [
      'DEFINE_FIELD_TYPE',
      'parameters[0].required',
      /expected true or false/,
    ])
  })
})
