import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBadDefaults } from '../../src/validate/schema-defaults.ts'

const pathsOf = (schema: Parameters<typeof findBadDefaults>[0]): readonly string[] =>
  findBadDefaults(schema).map((bad) => bad.path.join('.'))

describe('findBadDefaults', () => {
  it('finds defaults in every place where a schema may stand', () => {
    const bad = { type: 'string', default: 5 } as const
    assert.deepEqual(
      pathsOf({
        properties: { a: bad },
        items: bad,
        anyOf: [bad],
        $defs: { d: bad },
        patternProperties: { '^x': bad },
        not: bad,
      }),
      [
        'properties.a.default',
        'items.default',
        'anyOf.0.default',
        '$defs.d.default',
        'patternProperties.^x.default',
        'not.default',
      ],
    )
  })

  it('follows references to the definitions of the document', () => {
    const definitions = { short: { type: 'string', maxLength: 2 } }
    assert.deepEqual(
      pathsOf({ properties: { a: { $ref: '#/definitions/short', default: 'abc' } }, definitions }),
      ['properties.a.default'],
    )
    assert.deepEqual(
      pathsOf({ properties: { a: { $ref: '#/$defs/short', default: 'ab' } }, $defs: definitions }),
      [],
    )
  })

  it('says nothing where a reference cannot be taken out of its document', () => {
    assert.deepEqual(
      pathsOf({ properties: { a: { $ref: '#/properties/b', default: 5 }, b: { type: 'string' } } }),
      [],
    )
  })

  it('asks the engine a bounded number of questions', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `p${index}`,
        { type: 'string', pattern: `^a{${index + 1}}`, default: 'b' },
      ]),
    )
    assert.equal(findBadDefaults({ properties }).length, 16)
  })
})
