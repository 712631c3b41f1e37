import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileChecked } from '../../../src/schema/compile/compile-checked.ts'

describe('compileChecked', () => {
  it('gives verdicts for a schema that is right', () => {
    const { check } = compileChecked({ type: 'integer', minimum: 3 })
    assert.deepEqual([3, 2, '3'].map(check), [true, false, false])
  })

  it('throws for one that is not, with every problem', () => {
    const cyclic: Record<string, unknown> = { type: 'object' }
    cyclic['properties'] = { self: cyclic }
    assert.throws(() => compileChecked({ type: 'strng', minLength: -1 } as never), /type.*minLength/s)
    assert.throws(() => compileChecked({ $ref: '#/$defs/none' }), { code: 'SCHEMA_REF_UNRESOLVED' })
    assert.throws(() => compileChecked(cyclic), { name: 'ToolwrightError' })
  })

  it('takes references to documents that it is given', () => {
    const remotes = { 'https://example.com/name': { type: 'string' } }
    const { check } = compileChecked({ $ref: 'https://example.com/name' }, { remotes })
    assert.deepEqual(['x', 5].map(check), [true, false])
  })
})
