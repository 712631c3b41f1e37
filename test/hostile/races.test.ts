import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createToolwright, type ApprovalAnswer, type ToolResult } from '../../src/index.ts'
import { codeOf, expectResult, openTool, within } from './expect-value.ts'

const call = (id: string, name = 'probe') => ({ id, name, arguments: '{}' })
const risky = { dangerLevel: 'high' } as const

describe('changes while calls run', () => {
  it('finish the call with the tool it began with', async () => {
    const gate = Promise.withResolvers<string>()
    const tw = createToolwright({ tools: [openTool(() => gate.promise)] })
    const running = tw.execute(call('1'))
    tw.registry.disable('probe')
    assert.equal(codeOf(await tw.execute(call('2'))), 'TOOL_DISABLED')
    tw.registry.unregister('probe')
    assert.equal(codeOf(await tw.execute(call('3'))), 'TOOL_NOT_FOUND')
    tw.registry.register(openTool(() => 'new'))
    gate.resolve('old')
    assert.deepEqual((await running).content, { type: 'text', text: 'old' })
    assert.deepEqual((await tw.execute(call('4'))).content, { type: 'text', text: 'new' })
  })

  it('may come from listeners of registry and calls', async () => {
    const tw = createToolwright({ tools: [openTool(() => 'ran')] })
    tw.registry.on('tool-registered', () => {
      if (tw.registry.size < 20) tw.registry.register(openTool(() => 1, { name: `tool_${tw.registry.size}` }))
    })
    tw.on('call-started', () => {
      tw.registry.unregister('probe')
    })
    tw.on('call-finished', ({ callId }) => {
      if (callId === '1') tw.registry.register(openTool(() => 'again'))
    })
    assert.equal(codeOf(await tw.execute(call('1'))), 'TOOL_NOT_FOUND')
    assert.equal(tw.registry.has('probe'), true)
    assert.equal(tw.registry.size, 20)
  })

  it('harm nobody when listeners throw, reject or subscribe', async () => {
    const tw = createToolwright({ tools: [openTool(async () => 'ran')], logger: { log: () => undefined } })
    for (const event of ['call-started', 'call-finished'] as const) {
      tw.on(event, () => {
        throw Object.create(null)
      })
      tw.on(event, async () => {
        throw Object.create(null)
      })
      tw.on(event, () => void tw.on(event, () => undefined))
    }
    assert.equal((await tw.execute(call('1'))).ok, true)
  })
})

describe('the same call id twice', () => {
  it('is two calls, in a batch and beside each other', async () => {
    let ran = 0
    const tw = createToolwright({ tools: [openTool(async () => ++ran)] })
    const both = await tw.executeBatch([call('same'), call('same')])
    const beside = await Promise.all([tw.execute(call('same')), tw.execute(call('same'))])
    assert.deepEqual(
      [...both, ...beside].map(({ callId, content }) => [callId, content]),
      [1, 2, 3, 4].map((value) => ['same', { type: 'json', value }]),
    )
  })
})

describe('a batch', () => {
  it('keeps the order of side effects when arguments had to be repaired', async () => {
    const seen: string[] = []
    const slow = async (name: string) => {
      seen.push(`start ${name}`)
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(`end ${name}`)
    }
    const tw = createToolwright({
      tools: ['first', 'second'].map((name) => openTool(() => slow(name), { name, dangerLevel: 'low' })),
    })
    const results = await tw.executeBatch([
      call('1', 'first'),
      { id: '2', name: 'second', arguments: "{'text':'x',}" },
    ])
    assert.deepEqual(results.map(codeOf), [undefined, undefined])
    assert.deepEqual(seen, ['start first', 'end first', 'start second', 'end second'])
  })

  it('does not let a cut call stand for a whole one', async () => {
    const tool = openTool(() => 'ran', { dangerLevel: 'safe', constraints: { allowSideEffects: false } })
    const tw = createToolwright({ tools: [tool] })
    const results = await tw.executeBatch([
      { ...call('1'), truncated: true },
      call('2'),
      { ...call('3'), truncated: true },
    ])
    assert.deepEqual(results.map(codeOf), ['ARGUMENTS_TRUNCATED', undefined, 'ARGUMENTS_TRUNCATED'])
  })
})

describe('whoever approves', () => {
  const ask = (approve: () => ApprovalAnswer | Promise<ApprovalAnswer>, signal?: AbortSignal) => {
    let ran = 0
    const tw = createToolwright({ tools: [openTool(() => ++ran, risky)], approve })
    const result = within(2_000, tw.execute(call('1'), { signal })).then(expectResult)
    return { result, ran: () => ran }
  }
  const odd = (value: unknown) => value as ApprovalAnswer

  it('runs nothing by throwing, rejecting or answering oddly', async () => {
    const getter = {
      get decision() {
        throw new Error('no')
      },
    }
    const ANSWERS: (() => ApprovalAnswer | Promise<ApprovalAnswer>)[] = [
      () => {
        throw Object.create(null)
      },
      () => Promise.reject(new Error('no')),
      ...[
        undefined,
        null,
        true,
        1,
        'APPROVE',
        'approve ',
        [],
        ['approve'],
        {},
        { decision: 'yes' },
        getter,
        { decision: 'approve', remember: 'yes' },
        { decision: 'approve', arguments: [] },
        { decision: 'approve', arguments: { f: () => 1 } },
        { decision: 'approve', args: {} },
        { decision: 'later' },
        Object.create({ decision: 'approve' }),
      ].map((value) => () => odd(value)),
    ]
    for (const answer of ANSWERS) {
      const { result, ran } = ask(answer)
      assert.equal((await result).ok, false, String(answer))
      assert.equal(ran(), 0, String(answer))
    }
  })

  it('runs nothing by approving after the call was cancelled', async () => {
    const gate = Promise.withResolvers<ApprovalAnswer>()
    const controller = new AbortController()
    const { result, ran } = ask(() => gate.promise, controller.signal)
    await Promise.resolve()
    controller.abort()
    assert.equal(codeOf(await result), 'EXECUTE_CANCELLED')
    gate.resolve('approve')
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(ran(), 0)
  })

  it('may itself cancel the call while it approves it', async () => {
    const controller = new AbortController()
    const { result, ran } = ask(() => {
      controller.abort()
      return 'approve'
    }, controller.signal)
    assert.deepEqual([codeOf(await result), ran()], ['EXECUTE_CANCELLED', 0])
  })

  it('cannot bring arguments past the schema or a rule', async () => {
    const tw = createToolwright({
      tools: [openTool((args) => args, risky)],
      approve: () => ({ decision: 'approve', arguments: { path: '/etc/shadow' } }),
      rules: [{ name: 'no-etc', effect: 'deny', arguments: { path: '/etc/*' } }],
    })
    assert.equal(codeOf(await tw.execute(call('1'))), 'APPROVAL_DENIED')
  })
})

const EXPECTED_CODES = new Map([
  ['missing', 'TOOL_NOT_FOUND'],
  ['throws', 'EXECUTE_FAILED'],
])

describe('any schedule', () => {
  it('gives each call of a batch one result, in order, and runs nothing after a cancellation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          fc.record({
            tool: fc.constantFrom('reads', 'writes', 'streams', 'throws', 'asks', 'missing'),
            key: fc.nat(1),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        fc.option(fc.nat(6)),
        async (scheduler, wanted, cancelAt) => {
          const controller = new AbortController()
          let startedAfterCancel = 0
          let writing = 0
          const begin = () => {
            if (controller.signal.aborted) startedAfterCancel++
          }
          const finished: string[] = []
          const tw = createToolwright({
            concurrency: 3,
            approve: async (): Promise<ApprovalAnswer> => {
              await scheduler.schedule(Promise.resolve(), 'approve')
              return 'approve'
            },
            tools: [
              openTool(
                async () => {
                  begin()
                  await scheduler.schedule(Promise.resolve(), 'read')
                  return 'read'
                },
                { name: 'reads', constraints: { allowSideEffects: false } },
              ),
              openTool(
                async () => {
                  begin()
                  assert.equal(++writing, 1)
                  await scheduler.schedule(Promise.resolve(), 'write')
                  writing--
                  return 'written'
                },
                { name: 'writes' },
              ),
              openTool(
                async function* () {
                  begin()
                  yield 'a'
                  await scheduler.schedule(Promise.resolve(), 'stream')
                  yield 'b'
                },
                { name: 'streams', constraints: { allowSideEffects: false } },
              ),
              openTool(
                async () => {
                  begin()
                  await scheduler.schedule(Promise.resolve(), 'throw')
                  throw new Error('x')
                },
                { name: 'throws' },
              ),
              openTool(
                () => {
                  begin()
                  return 'asked'
                },
                { name: 'asks', ...risky },
              ),
            ],
          })
          tw.on('call-finished', ({ callId }) => void finished.push(callId))
          const calls = wanted.map(({ tool, key }, index) => ({
            id: `c${index}`,
            name: tool,
            arguments: { key },
          }))
          const batch = tw.executeBatch(calls, { signal: controller.signal })
          let settled = false
          const done = batch.finally(() => {
            settled = true
          })
          // oxlint-disable-next-line no-unmodified-loop-condition -- set when the batch ends
          for (let turn = 0; !settled; turn++) {
            if (turn === cancelAt) controller.abort()
            if (scheduler.count() > 0) await scheduler.waitOne()
            else await new Promise((resolve) => setImmediate(resolve))
          }
          const results: readonly ToolResult[] = await done
          assert.deepEqual(
            results.map(({ callId }) => callId),
            calls.map(({ id }) => id),
          )
          results.forEach(expectResult)
          for (const [index, result] of results.entries()) {
            const code = codeOf(result)
            const expected = EXPECTED_CODES.get(result.toolName)
            assert.ok(
              code === expected || (cancelAt !== null && code === 'EXECUTE_CANCELLED'),
              `${index} ${code}`,
            )
          }
          assert.equal(new Set(finished).size, finished.length)
          await scheduler.waitAll()
          assert.equal(startedAfterCancel, 0)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('answers a cancellation at any point of a call exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), fc.boolean(), async (turns, late) => {
        const controller = new AbortController()
        const finished: string[] = []
        const tool = openTool(
          async () => {
            for (let turn = 0; turn < 10; turn++) await Promise.resolve()
            return 'done'
          },
          late ? risky : {},
        )
        const tw = createToolwright({ tools: [tool], approve: (): ApprovalAnswer => 'approve' })
        tw.on('call-finished', ({ result }) => void finished.push(result.status))
        const running = tw.execute(call('1'), { signal: controller.signal })
        for (let turn = 0; turn < turns; turn++) await Promise.resolve()
        controller.abort()
        const result = expectResult(await running)
        assert.ok(result.ok || codeOf(result) === 'EXECUTE_CANCELLED')
        for (let turn = 0; turn < 50; turn++) await Promise.resolve()
        assert.deepEqual(finished, [result.status])
      }),
      { numRuns: 200 },
    )
  })
})
