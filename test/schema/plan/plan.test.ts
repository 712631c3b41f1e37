import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { itemPlan, planSchema, propertyPlan, TYPE_BITS, typeBitOf } from '../../../src/schema/plan/plan.ts'

describe('planSchema', () => {
  it('folds $ref and allOf into one plan', () => {
    const plan = planSchema({
      $defs: { named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      allOf: [{ $ref: '#/$defs/named' }, { properties: { age: { type: 'integer' } } }],
      required: ['age'],
    })
    assert.equal(plan.types, TYPE_BITS.object)
    assert.deepEqual([...plan.properties.keys()], ['name', 'age'])
    assert.deepEqual(new Set(plan.required), new Set(['name', 'age']))
  })
  it('leaves out what stands beside $ref in draft-07', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { a: { type: 'string' } },
      properties: { x: { $ref: '#/definitions/a', type: 'integer' } },
    } as const
    assert.equal(propertyPlan(planSchema(schema), 'x')?.types, TYPE_BITS.string)
  })
  it('follows recursive schemas as far as a value reaches', () => {
    const plan = planSchema({ properties: { next: { $ref: '#' }, list: { items: { $ref: '#' } } } })
    const next = propertyPlan(plan, 'next')
    assert.ok(next)
    assert.equal(propertyPlan(next, 'next'), propertyPlan(propertyPlan(next, 'next')!, 'next'))
    assert.ok(itemPlan(propertyPlan(plan, 'list')!, 3))
  })
  it('stands a union that leads back to itself', () => {
    assert.equal(planSchema({ anyOf: [{ $ref: '#' }, { type: 'string' }] }).types, 127)
  })
  it('takes names of Object.prototype for ordinary names', () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"integer"},"toString":{"type":"boolean"}}',
    ) as JsonSchema
    const plan = planSchema({ properties: properties as never })
    assert.equal(propertyPlan(plan, '__proto__')?.types, TYPE_BITS.integer)
    assert.equal(propertyPlan(plan, 'toString')?.types, TYPE_BITS.boolean)
    assert.equal(propertyPlan(plan, 'constructor'), undefined)
  })
  it('finds properties by pattern, then additional ones', () => {
    const plan = planSchema({
      patternProperties: { '^n_': { type: 'number' } },
      additionalProperties: { type: 'string' },
    })
    assert.equal(propertyPlan(plan, 'n_1')?.types, TYPE_BITS.number)
    assert.equal(propertyPlan(plan, 'other')?.types, TYPE_BITS.string)
  })
  it('narrows the types of a union and of allOf', () => {
    assert.equal(
      planSchema({ anyOf: [{ type: 'string' }, { type: 'null' }] }).types,
      TYPE_BITS.string | TYPE_BITS.null,
    )
    assert.equal(planSchema({ type: 'number', allOf: [{ type: 'integer' }] }).types, TYPE_BITS.integer)
    assert.deepEqual(planSchema({ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }).values, ['a', 'b', 'c'])
    assert.deepEqual(planSchema({ enum: ['a', { x: [1] }], allOf: [{ enum: [{ x: [1] }, 'b'] }] }).values, [
      { x: [1] },
    ])
    assert.equal(propertyPlan(planSchema({ properties: { never: false } }), 'never')?.types, 0)
  })
  it('reads both forms of tuples', () => {
    assert.equal(
      itemPlan(planSchema({ prefixItems: [{ type: 'string' }], items: { type: 'null' } }), 1)?.types,
      TYPE_BITS.null,
    )
    const old = planSchema({ items: [{ type: 'string' }], additionalItems: { type: 'boolean' } })
    assert.equal(itemPlan(old, 0)?.types, TYPE_BITS.string)
    assert.equal(itemPlan(old, 5)?.types, TYPE_BITS.boolean)
  })
  it('reads nothing into references it cannot resolve', () => {
    for (const $ref of ['#/nowhere', '#anchor', 'https://example.com/x', '#/%', '#/$defs/toString']) {
      assert.equal(planSchema({ $ref, $defs: {} }).types, 127, $ref)
    }
  })
  it('gives a frozen schema one plan', () => {
    const schema = Object.freeze({ type: 'object' } as const)
    assert.equal(planSchema(schema), planSchema(schema))
  })
})

describe('typeBitOf', () => {
  it('tells JSON types apart, and what is none', () => {
    assert.deepEqual(
      ['a', 1, 1.5, true, null, [], {}, undefined, 1n].map(typeBitOf),
      [1, 2, 4, 8, 16, 32, 64, 0, 0],
    )
  })
})
