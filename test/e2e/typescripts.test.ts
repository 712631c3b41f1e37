import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { checkRecord, sorted } from '../sources/functions/check-record.ts'
import { BASICS, INFERRED, TYPES } from '../sources/functions/expected-functions.ts'
import { read } from '../sources/functions/sample-file.ts'
import { TYPESCRIPTS } from '../sources/functions/typescripts.ts'

const FIXTURES = resolve('test/fixtures/functions')

for (const { name: version, root, skip } of TYPESCRIPTS) {
  describe(`functions read with ${version}`, { skip }, async () => {
    if (skip !== false) return
    for (const [file, table] of [
      ['basics.ts', BASICS],
      ['types.ts', TYPES],
      ['inferred.ts', INFERRED],
    ] as const) {
      it(`agree with what the source says: ${file}`, async () => {
        const { functions } = await read(`${FIXTURES}/${file}`, { tier: 'checker', typescript: root })
        assert.deepEqual(
          functions.map(({ name }) => name),
          Object.keys(table),
        )
        for (const record of functions) {
          const expected = table[record.name]
          assert.ok(expected)
          try {
            checkRecord(record, expected, sorted)
          } catch (error) {
            throw new Error(record.name, { cause: error })
          }
        }
      })
    }
  })
}
