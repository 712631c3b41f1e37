import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toolBuilder } from '../../src/author/tool-builder.ts'
import { withOptionalParameter, withRequiredParameter } from '../../src/author/with-parameter.ts'

const definition = toolBuilder('get_weather').description('Weather').requiredString('city', 'City').build()

describe('withRequiredParameter', () => {
  it('gives a new definition and leaves the old one', () => {
    const more = withRequiredParameter(definition, { name: 'days', type: 'integer', minimum: 1 })
    assert.deepEqual(more.inputSchema.properties, {
      city: { type: 'string', description: 'City' },
      days: { type: 'integer', minimum: 1 },
    })
    assert.deepEqual(more.inputSchema.required, ['city', 'days'])
    assert.deepEqual(definition.inputSchema.required, ['city'])
    assert.ok(Object.isFrozen(more))
  })

  it('never doubles `required` when a parameter is added twice', () => {
    const once = withRequiredParameter(definition, { name: 'city', type: 'string' })
    assert.deepEqual(withRequiredParameter(once, { name: 'city', type: 'string' }).inputSchema.required, [
      'city',
    ])
  })

  it('throws for a parameter that is none, with the path of a parameter', () => {
    assert.throws(() => withRequiredParameter(definition, { name: 'Days', type: 'integer' }), {
      code: 'DEFINE_PARAMETER_NAME_INVALID',
      message: /parameters\[0\]\.name/,
    })
    assert.throws(() => withRequiredParameter(definition, { name: 'days', type: 'integer', default: 3 }), {
      code: 'DEFINE_REQUIRED_WITH_DEFAULT',
    })
  })
})

describe('withOptionalParameter', () => {
  it('adds without requiring, and makes a required one optional', () => {
    assert.deepEqual(
      withOptionalParameter(definition, { name: 'days', type: 'integer', default: 3 }).inputSchema.required,
      ['city'],
    )
    assert.deepEqual(
      withOptionalParameter(definition, { name: 'city', type: 'string' }).inputSchema.required,
      [],
    )
  })
})
