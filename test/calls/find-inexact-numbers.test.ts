import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findInexactNumbers } from '../../src/calls/find-inexact-numbers.ts'
import { validateArguments } from '../../src/calls/validate-arguments.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { toolWith } from './definitions.ts'

const BIG = '12345678901234567890'
const AS_TEXT = `the number ${BIG} cannot be held exactly; send it as text: "${BIG}"`
const IN_RANGE = `the number ${BIG} cannot be held exactly; whole numbers are exact between -9007199254740991 and 9007199254740991`

const messageFor = (id: JsonSchema, more: JsonSchema = {}) =>
  findInexactNumbers(`{"id":${BIG}}`, { type: 'object', properties: { id }, ...more }).map((p) => p.message)

describe('findInexactNumbers', () => {
  it('says "send it as text" only where the schema takes this text', () => {
    assert.deepEqual(messageFor({ type: 'string' }), [AS_TEXT])
    assert.deepEqual(messageFor({ type: ['integer', 'string'] }), [AS_TEXT])
    assert.deepEqual(messageFor({}), [AS_TEXT])
    assert.deepEqual(messageFor({ anyOf: [{ type: 'integer' }, { type: 'string' }] }), [AS_TEXT])
    assert.deepEqual(messageFor({ type: 'integer' }), [IN_RANGE])
    assert.deepEqual(messageFor({ type: 'string', maxLength: 5 }), [IN_RANGE])
    assert.deepEqual(messageFor({ enum: ['1', 2] }), [IN_RANGE])
  })
  it('looks into lists, open objects and the branch that was meant', () => {
    const item: JsonSchema = { type: 'object', properties: { n: { type: 'string' } } }
    const schema: JsonSchema = { type: 'object', properties: { list: { type: 'array', items: item } } }
    const problems = findInexactNumbers(`{"list":[{"n":${BIG}}],"other":{"m":${BIG}}}`, schema)
    assert.deepEqual(
      problems.map(({ path, message }) => [path, message]),
      [
        ['list[0].n', AS_TEXT],
        ['other.m', AS_TEXT],
      ],
    )
    const branch = (kind: string, type: 'string' | 'integer'): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, id: { type } },
    })
    const union: JsonSchema = { type: 'object', oneOf: [branch('a', 'string'), branch('b', 'integer')] }
    const first = (text: string) => findInexactNumbers(text, union)[0]?.message
    assert.equal(first(`{"kind":"a","id":${BIG}}`), AS_TEXT)
    assert.equal(first(`{"kind":"b","id":${BIG}}`), IN_RANGE)
    assert.equal(first(`{"kind":"c","id":${BIG}}`), IN_RANGE)
  })
  it('promises nothing for a name that is not allowed, or without a schema', () => {
    const closed: JsonSchema = { type: 'object', additionalProperties: false }
    assert.equal(findInexactNumbers(`{"id":${BIG}}`, closed)[0]?.message, IN_RANGE)
    assert.equal(findInexactNumbers(`{"id":${BIG}}`, undefined)[0]?.message, IN_RANGE)
  })
  it('cuts a number of many digits, and lists at most 20', () => {
    const long = '9'.repeat(400)
    const [problem] = findInexactNumbers(`{"id":${long}}`, { type: 'object' })
    assert.equal(problem?.message, `the number ${'9'.repeat(60)}… cannot be held exactly; send it as text`)
    const many = JSON.stringify(Array.from({ length: 50 }, () => 0)).replaceAll('0', BIG)
    assert.equal(findInexactNumbers(`{"list":${many}}`, undefined).length, 20)
  })
  it('gives a cure that is then accepted', () => {
    const definition = toolWith({ type: 'object', properties: { id: { type: ['integer', 'string'] } } })
    const refused = validateArguments(definition, `{"id":${BIG}}`)
    assert.ok(!refused.ok)
    assert.match(refused.error.message, /send it as text: "12345678901234567890"\nCorrect this and call/)
    assert.equal(validateArguments(definition, `{"id":"${BIG}"}`).ok, true)
  })
})
