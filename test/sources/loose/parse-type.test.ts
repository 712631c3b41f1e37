import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseType } from '../../../src/sources/loose/parse-type.ts'

describe('parseType', () => {
  const known: readonly (readonly [string, unknown])[] = [
    ['dict', { type: 'object' }],
    ['float', { type: 'number' }],
    ['tuple', { type: 'array' }],
    ['any', {}],
    ['HashMap', { type: 'object' }],
    ['ArrayList', { type: 'array' }],
    ['char', { type: 'string' }],
    ['long', { type: 'integer' }],
    ['Boolean', { type: 'boolean' }],
    ['STRING', { type: 'string' }],
    ['java.util.List', { type: 'array' }],
    ['string[]', { type: 'array', items: { type: 'string' } }],
    ['List[int]', { type: 'array', items: { type: 'integer' } }],
    ['array of strings', { type: 'array', items: { type: 'string' } }],
    ['Tuple[float, ...]', { type: 'array', items: { type: 'number' } }],
    ['Tuple[float, str]', { type: 'array' }],
    ['Map<String, Long>', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['Dict[str, Any]', { type: 'object' }],
    ['Optional[int]', { type: ['integer', 'null'] }],
    ['str | None', { type: ['string', 'null'] }],
    ['Union[str, List[int]]', { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] }],
  ]
  for (const [name, schema] of known) it(`reads ${name}`, () => assert.deepEqual(parseType(name), schema))

  it('says nothing of what it does not know', () => {
    for (const name of ['IResultSetController', 'strng', 'List[Widget] of', '[', 'a'.repeat(1_000)])
      assert.equal(parseType(name), undefined, name)
  })

  it('ends on any text', () => {
    const pieces = fc.constantFrom(
      'List',
      '[',
      ']',
      '<',
      '>',
      ',',
      '|',
      'str',
      '?',
      '[]',
      ' of ',
      'array',
      '.',
      '(',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        parseType(parts.join(''))
      }),
    )
  })
})
