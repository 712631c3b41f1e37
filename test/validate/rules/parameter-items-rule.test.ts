import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter items rule', () => {
  it('accepts items, a schema or an enum', () => {
    expectAccepted({
      parameters: [
        { name: 'a', type: 'array', items: { type: 'string' } },
        { name: 'b', type: 'object', schema: { properties: {} } },
        { name: 'c', type: 'array', enum: [[1]] },
        { name: 'd', type: 'array', schema: { items: {} } },
      ],
    })
  })
  it('refuses an array or object that says nothing of what is in it', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'array' }] }, [
      'DEFINE_ITEMS_MISSING',
      'parameters[0]',
      /is an array and says nothing/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'object' }] }, [
      'DEFINE_ITEMS_MISSING',
      'parameters[0]',
      /is an object and says nothing/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'array', items: { type: 'array' } }] }, [
      'DEFINE_ITEMS_MISSING',
      'parameters[0].items',
      /is an array/,
    ])
  })
  it('refuses items on what is no array, and items that are no object', () => {
    expectProblem({ parameters: [{ name: 'a', type: 'string', items: { type: 'string' } }] }, [
      'DEFINE_ITEMS_MISSING',
      'parameters[0].items',
      /has no items/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'array', items: 'string' }] }, [
      'DEFINE_FIELD_TYPE',
      'parameters[0].items',
      /expected an object/,
    ])
    expectProblem({ parameters: [{ name: 'a', type: 'object', schema: [] }] }, [
      'DEFINE_FIELD_TYPE',
      'parameters[0].schema',
      /is a list; expected an object/,
    ])
  })
})
