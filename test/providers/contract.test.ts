import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { PROVIDER_FORMATS } from '../../src/providers/provider-list.ts'
import { describeProviderFormat } from '../contracts/provider-format.ts'
import { ANSWER_WRITERS } from '../fixtures/providers/answer-writers.ts'

for (const format of PROVIDER_FORMATS) {
  const writer = ANSWER_WRITERS.find(({ id }) => id === format.id)
  if (writer === undefined)
    throw new Error(`test/fixtures/providers/answer-writers.ts has no writer for ${format.id}.`)
  describeProviderFormat(format, writer)
}

describe('the list of providers', () => {
  it('has each provider once, and a test file for each', () => {
    const ids = PROVIDER_FORMATS.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    const tested = new Set(globSync('test/providers/*.test.ts').map((file) => basename(file, '.test.ts')))
    assert.deepEqual(
      ids.filter((id) => !tested.has(id)),
      [],
    )
  })
})
