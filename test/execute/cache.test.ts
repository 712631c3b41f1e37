import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createResultCache } from '../../src/execute/result-cache.ts'
import { succeed } from '../../src/results/create-result.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { call, textTool } from './sample-tools.ts'

function counting(constraints: { allowSideEffects: boolean }, answer: () => unknown = () => 'ok') {
  let nowMs = 0
  let ran = 0
  const tw = createToolwright({
    tools: [textTool(() => (ran++, answer()), { constraints })],
    cache: { ttlMs: 1_000 },
    clock: { nowMs: () => nowMs, isoTime: () => '2026-01-01T00:00:00.000Z' },
  })
  return { tw, ran: () => ran, pass: (ms: number) => (nowMs += ms) }
}

describe('the cache', () => {
  it('answers an equal call of a side-effect-free tool until the time is up', async () => {
    const { tw, ran, pass } = counting({ allowSideEffects: false })
    await tw.execute(call('a'))
    const again = await tw.execute(call('a', 'echo', 'call_2'))
    assert.deepEqual([ran(), again.callId, again.notes.map(({ kind }) => kind)], [1, 'call_2', ['cached']])
    pass(1_000)
    await tw.execute(call('a'))
    assert.equal(ran(), 2)
  })

  it('gives each call its own echo', async () => {
    const { tw } = counting({ allowSideEffects: false })
    await tw.execute({ ...call('a'), echo: 'first' })
    assert.equal((await tw.execute({ ...call('a'), echo: 'second' })).echo, 'second')
    assert.equal((await tw.execute(call('a'))).echo, undefined)
  })

  it('keeps callers, arguments and working directories apart', async () => {
    const { tw, ran } = counting({ allowSideEffects: false })
    await tw.execute(call('a'))
    await tw.execute(call('b'))
    await tw.execute(call('a'), { caller: { id: 'someone' } })
    await tw.execute(call('a'), { workingDirectory: '/elsewhere' })
    assert.equal(ran(), 4)
  })

  it('never answers for a tool with side effects, and keeps no failure', async () => {
    const effects = counting({ allowSideEffects: true })
    await effects.tw.execute(call('a'))
    await effects.tw.execute(call('a'))
    assert.equal(effects.ran(), 2)
    const failing = counting({ allowSideEffects: false }, () => {
      throw new Error('no')
    })
    await failing.tw.execute(call('a'))
    await failing.tw.execute(call('a'))
    assert.equal(failing.ran(), 2)
  })

  it('lets go of what was used longest ago when it is full', () => {
    const cache = createResultCache(
      { ttlMs: 10, maxEntries: 2 },
      { nowMs: () => 0, isoTime: () => '2026-01-01T00:00:00.000Z' },
    )
    const result = succeed({ id: '1', name: 'x' }, { type: 'text', text: '' })
    for (const key of ['a', 'b']) cache.set(key, result)
    cache.get('a')
    cache.set('c', result)
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => cache.get(key) !== undefined),
      [true, false, true],
    )
  })
})
