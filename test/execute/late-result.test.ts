import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LateResult } from '../../src/execute/late-result.ts'
import { succeed } from '../../src/results/create-result.ts'
import type { ToolResult } from '../../src/results/tool-result.ts'

const result = succeed({ id: '1', name: 'x' }, { type: 'text', text: '' })
const slower = (given: ToolResult): ToolResult => ({ ...given, durationMs: given.durationMs + 1 })

describe('LateResult', () => {
  it('is shaped in order, whether it has come yet or not', async () => {
    const early = new LateResult().shape(slower)
    early.settle(result)
    assert.equal((await early.shape(slower)).durationMs, 2)
  })

  it('counts only the first result', async () => {
    const late = new LateResult()
    const waiting = late.toPromise()
    late.settle(result)
    late.settle(slower(result))
    assert.equal(await waiting, result)
    assert.ok(late.isSettled)
  })

  it('fails, and does not leave the caller waiting, when a shape throws', async () => {
    const late = new LateResult().shape(() => {
      throw new Error('shape')
    })
    const waiting = late.toPromise()
    late.settle(result)
    const given = await waiting
    assert.equal(given.status === 'failed' && given.error.code, 'INTERNAL')
  })
})
