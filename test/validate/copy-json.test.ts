import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { copyJson, createCopyBudget } from '../../src/validate/copy-json.ts'

function copyOf(value: unknown): unknown {
  return copyJson(value, createCopyBudget(), (problem) => assert.fail(problem.message))
}

describe('copyJson', () => {
  it('gives what JSON would, frozen and sharing nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const copy = copyOf(value)
        assert.deepEqual(copy, JSON.parse(JSON.stringify(value)))
        assertApart(copy, value)
      }),
    )
  })

  it('leaves out what is undefined and what has a symbol for a key', () => {
    const copy = copyOf({ a: undefined, b: { [Symbol('hidden')]: 1, c: -0 } })
    assert.deepEqual(copy, { b: { c: 0 } })
    assert.deepEqual(Object.getOwnPropertySymbols((copy as { b: object }).b), [])
  })

  it('leaves out of a list what JSON cannot hold, and says so', () => {
    const found: unknown[] = []
    const copy = copyJson(['a', () => 1, { b: 1n, c: 2 }], createCopyBudget(), ({ path }) => found.push(path))
    assert.deepEqual(copy, ['a', { c: 2 }])
    assert.deepEqual(found, [[1], [2, 'b']])
  })

  it('keeps a property called __proto__ a property', () => {
    const copy = copyOf(JSON.parse('{"__proto__":{"a":[1]}}'))
    assert.deepEqual(Object.keys(copy as object), ['__proto__'])
    assert.equal(Object.getPrototypeOf(copy), Object.prototype)
    assert.equal(JSON.stringify(copy), '{"__proto__":{"a":[1]}}')
  })

  it('reads a getter once', () => {
    let reads = 0
    const source = {
      get part() {
        reads++
        return { reads }
      },
    }
    assert.deepEqual(copyOf(source), { part: { reads: 1 } })
    assert.equal(reads, 1)
  })

  it('stops at the budget, for one long text too', () => {
    const reasons: string[] = []
    const budget = { values: 10, textCharacters: 5 }
    assert.equal(
      copyJson('abcdef', budget, ({ reason }) => reasons.push(reason)),
      undefined,
    )
    assert.deepEqual(reasons, ['too-large'])
  })
})

function assertApart(copy: unknown, source: unknown): void {
  if (typeof copy !== 'object' || copy === null) return
  assert.notEqual(copy, source)
  assert.ok(Object.isFrozen(copy))
  for (const key of Object.keys(copy)) assertApart(Reflect.get(copy, key), Reflect.get(Object(source), key))
}
