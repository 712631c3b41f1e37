import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { implement } from '../../src/author/implement.ts'
import { toolBuilder } from '../../src/author/tool-builder.ts'

const definition = toolBuilder('get_weather').description('Weather').requiredString('city', 'City').build()

describe('implement', () => {
  it('joins a definition with its function', () => {
    const tool = implement(definition, ({ city }: { city: string }) => city.length)
    assert.equal(tool.definition, definition)
    assert.equal(tool.implementation.run({ city: 'Oslo' }, undefined as never), 4)
    assert.ok(Object.isFrozen(tool))
  })

  it('takes a copy of a definition that could still change', () => {
    const open = structuredClone(definition)
    const tool = implement(open, () => 1)
    assert.notEqual(tool.definition, open)
    assert.deepEqual(tool.definition, definition)
    assert.ok(Object.isFrozen(tool.definition.inputSchema))
  })

  it('refuses a definition without a function', () => {
    assert.throws(() => implement(definition, 5 as never), {
      code: 'DEFINE_IMPLEMENTATION_MISSING',
      toolName: 'get_weather',
    })
  })
})
