import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { implement } from '../../src/author/implement.ts'
import { toolBuilder } from '../../src/author/tool-builder.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'

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

  it('validates a definition made by hand', () => {
    const byHand = { name: 'get_time', description: 'Time', inputSchema: { type: 'object', properties: {} } }
    const tool = implement(byHand as never, () => 1)
    assert.equal(tool.definition.version, '1.0.0')
    assert.throws(() => implement({ ...byHand, name: 'getTime' } as never, () => 1), {
      code: 'DEFINE_NAME_INVALID',
      toolName: 'getTime',
    })
  })

  it('takes host permissions as it finds them in a validated definition, and as an option for one made by hand', () => {
    const permissions = ['shop.order']
    const built = toolBuilder('order', { permissions })
      .description('Orders')
      .permissions('shop.order')
      .build()
    assert.equal(implement(built, () => 1).definition, built)
    assert.throws(() => implement({ ...built }, () => 1), { code: 'DEFINE_PERMISSION_UNKNOWN' })
    assert.deepEqual(implement({ ...built }, () => 1, { permissions }).definition, built)
  })

  it('refuses what is no definition', () => {
    for (const value of [undefined, null, 5, 'get_time', [], () => 1]) {
      assert.throws(
        () => implement(value as never, () => 1),
        (error) => ToolwrightError.is(error, 'DEFINE_FIELD_TYPE'),
      )
    }
  })

  it('refuses a definition without a function', () => {
    assert.throws(() => implement(definition, 5 as never), {
      code: 'DEFINE_IMPLEMENTATION_MISSING',
      toolName: 'get_weather',
    })
  })
})
