import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changedFields } from '../../src/register/changed-fields.ts'
import { makeDefinition } from './make-tool.ts'

describe('changedFields', () => {
  it('finds nothing between equal definitions, whatever the order of keys', () => {
    const before = makeDefinition('first', { metadata: { a: 1, b: { c: 2, d: 3 } } })
    const after = makeDefinition('first', { metadata: { b: { d: 3, c: 2 }, a: 1 } })
    assert.deepEqual(changedFields(before, after), [])
  })

  it('names fields that were added, removed and changed', () => {
    const before = makeDefinition('first', { constraints: { maxExecutionMs: 1_000 }, tags: ['a', 'b'] })
    const after = makeDefinition('first', {
      outputSchema: { type: 'string' },
      tags: ['b', 'a'],
      dangerLevel: 'high',
    })
    assert.deepEqual(changedFields(before, after), ['outputSchema', 'dangerLevel', 'constraints', 'tags'])
  })
})
