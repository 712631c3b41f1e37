import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { measureBfcl } from '../../scripts/measure-bfcl.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']
const skip = corpora === undefined ? 'TOOLWRIGHT_CORPORA is not set' : false

describe('requests with definitions of BFCL', () => {
  it('are what each provider describes, every one of them', { skip }, () => {
    const { badPayloads } = measureBfcl(join(corpora ?? '', 'bfcl'))
    assert.equal(Object.keys(badPayloads).length, 9)
    for (const [id, bad] of Object.entries(badPayloads)) assert.deepEqual(bad, [], id)
  })
})
