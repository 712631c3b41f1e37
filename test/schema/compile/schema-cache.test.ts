import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compiledSchema, createSchemaCache } from '../../../src/schema/compile/schema-cache.ts'

describe('compiledSchema', () => {
  it('compiles equal schemas once', () => {
    const first = compiledSchema(Object.freeze({ type: 'string', minLength: 3 }))
    assert.equal(compiledSchema({ minLength: 3, type: 'string' }), first)
    assert.equal(first.check('abc'), true)
    assert.equal(first.check('ab'), false)
  })

  it('knows a frozen schema by identity', () => {
    const schema = Object.freeze({ type: 'integer' } as const)
    assert.equal(compiledSchema(schema), compiledSchema(schema))
  })

  it('sees the change of a schema that is not frozen', () => {
    const schema: { type: 'string'; maxLength: number } = { type: 'string', maxLength: 1 }
    assert.equal(compiledSchema(schema).check('ab'), false)
    schema.maxLength = 2
    assert.equal(compiledSchema(schema).check('ab'), true)
  })

  it('forgets the longest unused', () => {
    const cache = createSchemaCache(2)
    const first = cache({ const: 1 })
    const second = cache({ const: 2 })
    assert.equal(cache({ const: 1 }), first)
    cache({ const: 3 })
    assert.equal(cache({ const: 1 }), first)
    assert.notEqual(cache({ const: 2 }), second)
  })
})
