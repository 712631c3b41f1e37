import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ToolCall } from '../../src/calls/tool-call.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { call, textTool } from './sample-tools.ts'

const PURE = { constraints: { allowSideEffects: false } }

/** Tools that write down when they start and end, and end when told. */
function recorder() {
  const log: string[] = []
  const open = new Map<string, () => void>()
  const run = async (text: string): Promise<string> => {
    log.push(`+${text}`)
    await new Promise<void>((resolve) => open.set(text, resolve))
    log.push(`-${text}`)
    return text
  }
  return {
    log,
    run,
    /** Ends what runs, the newest first, until nothing does. */
    async drain(): Promise<void> {
      for (;;) {
        for (let turn = 0; turn < 50; turn++) await Promise.resolve()
        const newest = [...open.keys()].at(-1)
        if (newest === undefined) return
        open.get(newest)?.()
        open.delete(newest)
      }
    },
  }
}

async function runBatch(calls: readonly ToolCall[], concurrency = 8) {
  const { log, run, drain } = recorder()
  const tw = createToolwright({
    concurrency,
    tools: [
      textTool(run, { name: 'read', ...PURE }),
      textTool(run, { name: 'write' }),
      textTool(run, { name: 'write_key', resource: ({ text }) => text.charAt(0) }),
      textTool(run, { name: 'read_key', resource: ({ text }) => text.charAt(0), ...PURE }),
    ],
  })
  const batch = tw.executeBatch(calls)
  await drain()
  return { log, results: await batch }
}

const calls = (...pairs: readonly (readonly [name: string, text: string])[]) =>
  pairs.map(([name, text], index) => call(text, name, `id${index}`))

describe('a batch', () => {
  it('runs side-effect-free calls together, and answers in the order of the calls', async () => {
    const { log, results } = await runBatch(calls(['read', 'a'], ['read', 'b'], ['read', 'c']))
    assert.deepEqual(log, ['+a', '+b', '+c', '-c', '-b', '-a'])
    assert.deepEqual(
      results.map(({ callId }) => callId),
      ['id0', 'id1', 'id2'],
    )
  })

  it('runs calls with side effects in order, as barriers for what is around them', async () => {
    const { log } = await runBatch(
      calls(['read', 'a'], ['write', 'w1'], ['write', 'w2'], ['read', 'b'], ['read', 'c']),
    )
    assert.deepEqual(log, ['+a', '-a', '+w1', '-w1', '+w2', '-w2', '+b', '+c', '-c', '-b'])
  })

  it('lets writes of different resources run together, and those of one in order', async () => {
    const { log } = await runBatch(
      calls(['write_key', 'a1'], ['write_key', 'b1'], ['write_key', 'a2'], ['read_key', 'c']),
    )
    assert.deepEqual(log.slice(0, 3), ['+a1', '+b1', '+c'])
    assert.ok(log.indexOf('-a1') < log.indexOf('+a2'))
  })

  it('makes a read of a resource wait for its write, and a write for its reads', async () => {
    const { log } = await runBatch(
      calls(['read_key', 'a0'], ['write_key', 'a1'], ['read_key', 'a2'], ['read', 'any']),
    )
    assert.ok(log.indexOf('-a0') < log.indexOf('+a1'))
    assert.ok(log.indexOf('-a1') < log.indexOf('+a2'))
    assert.ok(log.indexOf('-a1') < log.indexOf('+any'))
  })

  it('runs equal side-effect-free calls once, each answered under its own id', async () => {
    const { log, results } = await runBatch(
      calls(['read', 'a'], ['read', 'a'], ['write', 'w'], ['read', 'a']),
    )
    assert.deepEqual(log, ['+a', '-a', '+w', '-w', '+a', '-a'])
    assert.deepEqual(
      results.map(({ callId, notes }) => [callId, notes.map(({ kind }) => kind)]),
      [
        ['id0', []],
        ['id1', ['merged']],
        ['id2', []],
        ['id3', []],
      ],
    )
  })

  it('treats arguments as equal however they are written', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text, PURE)] })
    const results = await tw.executeBatch([
      { id: '1', name: 'echo', arguments: '{"text":"a"}' },
      { id: '2', name: 'echo', arguments: ' { "text" : "\\u0061" } ' },
    ])
    assert.deepEqual(
      results[1]?.notes.map(({ kind }) => kind),
      ['merged'],
    )
  })

  it('never merges calls with side effects, nor one that asks for confirmation', async () => {
    let ran = 0
    const tw = createToolwright({ tools: [textTool(() => ++ran, PURE)], approve: () => 'approve' })
    await tw.executeBatch([call('a'), { ...call('a'), requiresConfirmation: true }])
    assert.equal(ran, 2)
    const { log } = await runBatch(calls(['write', 'a'], ['write', 'a']))
    assert.equal(log.length, 4)
  })

  it('keeps a call in its place whose arguments are repaired or coerced on the way', async () => {
    const { log, run, drain } = recorder()
    const tw = createToolwright({ tools: [textTool(run)] })
    const batch = tw.executeBatch([
      { id: '1', name: 'echo', arguments: "{'text': 'first',}" },
      call('second', 'echo', '2'),
    ])
    await drain()
    assert.ok((await batch).every(({ ok }) => ok))
    assert.deepEqual(log, ['+first', '-first', '+second', '-second'])
  })

  it('loses nothing to a failure', async () => {
    const tools = [
      textTool(() => Promise.reject(new Error('no')), { name: 'bad' }),
      textTool((text) => text, { name: 'good' }),
    ]
    const results = await createToolwright({ tools }).executeBatch([
      call('x', 'bad', '1'),
      call('x', 'missing', '2'),
      { id: '3', name: 'good', arguments: 'not json' },
      call('x', 'good', '4'),
    ])
    assert.deepEqual(
      results.map(({ callId, status }) => [callId, status]),
      [
        ['1', 'failed'],
        ['2', 'failed'],
        ['3', 'failed'],
        ['4', 'succeeded'],
      ],
    )
  })

  it('runs no more at once than it may', async () => {
    const { log } = await runBatch(
      calls(...Array.from({ length: 6 }, (_, n) => ['read', String(n)] as const)),
      2,
    )
    let active = 0
    let most = 0
    for (const entry of log) {
      active += entry.startsWith('+') ? 1 : -1
      most = Math.max(most, active)
    }
    assert.equal(most, 2)
  })

  it('takes a resource function that throws as "may touch anything"', async () => {
    const log: string[] = []
    const run = async (text: string) => {
      log.push(`+${text}`)
      await Promise.resolve()
      log.push(`-${text}`)
    }
    const broken = textTool(run, {
      resource: () => {
        throw new Error('no')
      },
    })
    await createToolwright({ tools: [broken] }).executeBatch([call('a', 'echo', '1'), call('b', 'echo', '2')])
    assert.deepEqual(log, ['+a', '-a', '+b', '-b'])
  })

  it('answers every call, in order, and never lets two writes of one resource overlap', async () => {
    const anyCall = fc.tuple(
      fc.constantFrom('read', 'write', 'write_key', 'read_key'),
      fc.constantFrom('a1', 'a2', 'b1'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCall, { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (pairs, concurrency) => {
          const unique = pairs.map(([name, text], index) => [name, `${text}-${index}`] as const)
          const { log, results } = await runBatch(calls(...unique), concurrency)
          assert.deepEqual(
            results.map(({ callId }) => callId),
            unique.map((_, index) => `id${index}`),
          )
          const writing = new Set<string>()
          const nameOf = new Map<string, string>(unique.map(([name, text]) => [text, name]))
          for (const entry of log) {
            const text = entry.slice(1)
            const name = nameOf.get(text) ?? ''
            if (!name.startsWith('write')) continue
            const key = name === 'write' ? '*' : text.charAt(0)
            if (entry.startsWith('-')) writing.delete(key)
            else {
              assert.ok(
                !writing.has(key) && !writing.has('*') && (key !== '*' || writing.size === 0),
                log.join(' '),
              )
              writing.add(key)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
