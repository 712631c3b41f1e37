import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { checkRecord } from './check-record.ts'
import { BASICS, INFERRED, TYPES } from './expected-functions.ts'
import { read } from './sample-file.ts'

const FIXTURES = resolve('test/fixtures/functions')
describe('functions read from their source alone', async () => {
  it('are more than sixty', () => {
    assert.ok(Object.keys({ ...BASICS, ...TYPES, ...INFERRED }).length >= 60)
  })
  for (const [file, table] of [
    ['basics.ts', BASICS],
    ['types.ts', TYPES],
  ] as const) {
    const { functions, problems } = await read(`${FIXTURES}/${file}`)
    it(`are all of ${file}, in the order of the source`, () => {
      assert.deepEqual(
        functions.map(({ name }) => name),
        Object.keys(table),
      )
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      )
    })
    for (const [name, expected] of Object.entries(table)) {
      it(`${file} ${name}`, () =>
        checkRecord(
          functions.find((one) => one.name === name),
          expected,
        ))
    }
  }

  it('ask for the compiler by name and place when there is none, each for itself', async () => {
    const { functions, problems } = await read(`${FIXTURES}/inferred.ts`)
    assert.deepEqual(
      functions.map(({ name }) => name),
      ['inferredReturn', 'inferredPromise'],
    )
    assert.deepEqual(
      functions.map(({ definition }) => definition['outputSchema']),
      [undefined, undefined],
    )
    const asked = problems.filter(({ code }) => code === 'TYPE_NEEDS_TYPESCRIPT').map(({ tool }) => tool)
    const others = Object.keys(INFERRED).filter((name) => !name.startsWith('inferred'))
    assert.deepEqual(asked, others)
    assert.match(problems[0]?.cure ?? '', /npm install --save-dev typescript/)
  })
})
