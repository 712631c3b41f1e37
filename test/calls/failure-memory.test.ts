import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFailureMemory, withExample } from '../../src/calls/failure-memory.ts'
import { validateArguments } from '../../src/calls/validate-arguments.ts'
import { toolWith, weather } from './definitions.ts'

describe('createFailureMemory', () => {
  it('counts by conversation, tool and failure', () => {
    const memory = createFailureMemory()
    assert.equal(memory.record('c1', 'tool', 'x'), 1)
    assert.equal(memory.record('c1', 'tool', 'x'), 2)
    assert.equal(memory.record('c2', 'tool', 'x'), 1)
    assert.equal(memory.record('c1', 'other', 'x'), 1)
    assert.equal(memory.record('c1', 'tool', 'y'), 1)
    assert.equal(memory.record('c1', 'tool', 'x'), 3)
  })
  it('forgets what is longest unused', () => {
    const memory = createFailureMemory({ maxEntries: 2 })
    memory.record('c', 't', 'a')
    memory.record('c', 't', 'b')
    memory.record('c', 't', 'a')
    memory.record('c', 't', 'new')
    assert.equal(memory.record('c', 't', 'a'), 3)
    assert.equal(memory.record('c', 't', 'b'), 1)
  })
})

describe('withExample', () => {
  it('adds the smallest valid call', () => {
    const result = validateArguments(weather, '{}')
    assert.ok(!result.ok)
    const error = withExample(weather, result.error)
    assert.equal(
      error.message.split('\n').at(-1),
      `A minimal valid call of 'get_weather' has the arguments {"city":"text"}`,
    )
    assert.deepEqual(error.details?.['example'], { city: 'text' })
    assert.equal(error.code, 'ARGUMENT_MISSING')
  })
  it('changes nothing when no example can be made', () => {
    const impossible = toolWith({ type: 'object', properties: { a: false }, required: ['a'] })
    const result = validateArguments(impossible, '{}')
    assert.ok(!result.ok)
    assert.equal(withExample(impossible, result.error), result.error)
  })
})
