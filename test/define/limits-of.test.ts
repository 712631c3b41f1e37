import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDefinition } from '../../src/define/create-definition.ts'
import { limitsOf } from '../../src/define/limits-of.ts'

const base = { name: 'a', description: 'b', inputSchema: { type: 'object', properties: {} } } as const

describe('limitsOf', () => {
  it('fills in the defaults', () => {
    assert.deepEqual(limitsOf(createDefinition(base)), {
      maxExecutionMs: 60_000,
      maxOutputBytes: 10_485_760,
      allowSideEffects: true,
    })
  })

  it('keeps what the author gave', () => {
    const constraints = { maxExecutionMs: 5_000, allowSideEffects: false, isolation: 'strict' } as const
    assert.deepEqual(limitsOf(createDefinition({ ...base, constraints })), {
      ...constraints,
      maxOutputBytes: 10_485_760,
    })
  })

  it('gives the same frozen value for the same definition', () => {
    const definition = createDefinition(base)
    assert.equal(limitsOf(definition), limitsOf(definition))
    assert.ok(Object.isFrozen(limitsOf(definition)))
  })
})
