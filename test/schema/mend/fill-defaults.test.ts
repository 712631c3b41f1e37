import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillDefaults, type ValueNote } from '../../../src/schema/mend/fill-defaults.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { planSchema } from '../../../src/schema/plan/plan.ts'

const fill = (schema: JsonSchema, value: unknown): { value: unknown; notes: ValueNote[] } => {
  const notes: ValueNote[] = []
  fillDefaults(planSchema(schema), value, notes)
  return { value, notes }
}

describe('fillDefaults', () => {
  it('sets what is missing and optional, with a note', () => {
    const { value, notes } = fill({ properties: { a: { default: 1 }, b: { default: 2 } } }, { a: 5 })
    assert.deepEqual(value, { a: 5, b: 2 })
    assert.deepEqual(notes, [{ kind: 'default', path: 'b', message: 'not given; the default 2 is used' }])
  })
  it('leaves required properties alone, wherever they are required', () => {
    const { value } = fill({ properties: { a: { default: 1 } }, allOf: [{ required: ['a'] }] }, {})
    assert.deepEqual(value, {})
  })
  it('reaches into objects, items, additional properties, references and created defaults', () => {
    const inner: JsonSchema = { type: 'object', properties: { unit: { default: 'm' } } }
    const { value, notes } = fill(
      {
        $defs: { inner },
        properties: {
          one: { $ref: '#/$defs/inner' },
          many: { items: { $ref: '#/$defs/inner' } },
          made: { ...inner, default: {} },
          map: { additionalProperties: inner },
        },
      },
      { one: {}, many: [{}, 3, { unit: 'cm' }], map: { x: {} } },
    )
    assert.deepEqual(value, {
      one: { unit: 'm' },
      many: [{ unit: 'm' }, 3, { unit: 'cm' }],
      map: { x: { unit: 'm' } },
      made: { unit: 'm' },
    })
    assert.deepEqual(
      notes.map((note) => note.path),
      ['made', 'one.unit', 'many[0].unit', 'map.x.unit', 'made.unit'],
    )
  })
  it('gives every call a copy of its own', () => {
    const schema: JsonSchema = { properties: { list: { default: [1] } } }
    const first = fill(schema, {}).value as { list: number[] }
    first.list.push(2)
    assert.deepEqual(fill(schema, {}).value, { list: [1] })
  })
  it('sets __proto__ as a property, not as a prototype', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"default":{"polluted":true}}}}') as JsonSchema
    const { value } = fill(schema, {})
    assert.ok(Object.hasOwn(value as object, '__proto__'))
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
  })
  it('stands values of any depth in recursive schemas', () => {
    let value: unknown = {}
    for (let level = 0; level < 20_000; level++) value = { next: value }
    fill({ properties: { next: { $ref: '#' }, size: { default: 1 } } }, value)
    assert.equal((value as { size: number }).size, 1)
  })
  it('shortens long defaults in notes', () => {
    const { notes } = fill({ properties: { text: { default: 'x'.repeat(500) } } }, {})
    assert.ok(notes[0]!.message.length < 130)
  })
})
