import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { ToolResult } from '../../src/results/tool-result.ts'
import { createToolwright, type Toolwright } from '../../src/toolwright.ts'
import { fakeTime } from './fake-time.ts'
import { call, deferred, textTool } from './sample-tools.ts'

let time: ReturnType<typeof fakeTime>

// Inside each suite: a hook at the top of a file would be one for every file, since all run in one process.
function withFakeTime(): void {
  beforeEach(() => {
    time = fakeTime()
  })
  afterEach(() => time.restore())
}

function watch(tw: Toolwright) {
  const events: unknown[] = []
  tw.on('late-value-discarded', ({ outcome, afterMs }) => void events.push(['late', outcome, afterMs]))
  tw.on('event-loop-blocked', ({ blockedMs }) => void events.push(['blocked', blockedMs]))
  tw.on('call-finished', ({ result }) => void events.push(['finished', result.status]))
  return events
}

const codeOf = (result: ToolResult) => (result.status === 'failed' ? result.error.code : result.status)

describe('the time limit', () => {
  withFakeTime()

  it('answers at the limit although the tool ignores its signal; the late value is discarded and reported', async () => {
    const work = deferred<string>()
    const tw = createToolwright({ tools: [textTool(() => work.promise)], clock: time.clock })
    const events = watch(tw)
    const answer = tw.execute(call('x'), { timeoutMs: 200 })
    await time.pass(200)
    const result = await answer
    assert.equal(codeOf(result), 'EXECUTE_TIMEOUT')
    assert.match(
      result.status === 'failed' ? result.error.message : '',
      /^tool execution timed out after 200ms/,
    )
    time.block(1_000)
    work.resolve('too late')
    await time.settle()
    assert.deepEqual(events, [
      ['finished', 'failed'],
      ['late', 'value', 1_200],
    ])
  })

  it('is 30 seconds unless the caller says, and never more than the tool allows', async () => {
    const tools = [
      textTool(() => deferred().promise),
      textTool(() => deferred().promise, { name: 'short', constraints: { maxExecutionMs: 1_000 } }),
    ]
    const tw = createToolwright({ tools, clock: time.clock })
    const ends: string[] = []
    void tw.execute(call('x')).then(() => ends.push('echo'))
    void tw.execute(call('x', 'short'), { timeoutMs: 600_000 }).then(() => ends.push('short'))
    await time.pass(1_000)
    assert.deepEqual(ends, ['short'])
    await time.pass(28_999)
    assert.deepEqual(ends, ['short'])
    await time.pass(1)
    assert.deepEqual(ends, ['short', 'echo'])
  })

  it('aborts the signal, asked for early or late', async () => {
    const states: boolean[] = []
    let signalLater = () => false
    const tool = textTool((_, context) => {
      context.signal.addEventListener('abort', () => states.push(context.signal.aborted))
      return deferred().promise
    })
    const lazy = textTool(
      (_, context) => ((signalLater = () => context.signal.aborted), deferred().promise),
      { name: 'lazy' },
    )
    const tw = createToolwright({ tools: [tool, lazy], clock: time.clock })
    const both = Promise.all([
      tw.execute(call('x'), { timeoutMs: 50 }),
      tw.execute(call('x', 'lazy'), { timeoutMs: 50 }),
    ])
    await time.pass(50)
    await both
    assert.deepEqual([states, signalLater()], [[true], true])
  })

  it('does not count the wait for approval', async () => {
    const approval = deferred<'approve'>()
    const tw = createToolwright({
      tools: [textTool((text) => text, { dangerLevel: 'high' })],
      approve: () => approval.promise,
      clock: time.clock,
    })
    const answer = tw.execute(call('x'), { timeoutMs: 100 })
    await time.pass(3_600_000)
    approval.resolve('approve')
    assert.equal(codeOf(await answer), 'succeeded')
  })

  it('reports a tool that blocks the event loop, and does not count its late value as success', async () => {
    const tw = createToolwright({ tools: [textTool(() => time.block(5_000))], clock: time.clock })
    const events = watch(tw)
    assert.equal(codeOf(await tw.execute(call('x'), { timeoutMs: 1_000 })), 'EXECUTE_TIMEOUT')
    assert.deepEqual(events, [
      ['blocked', 5_000],
      ['late', 'value', 5_000],
      ['finished', 'failed'],
    ])
  })

  it('reports an asynchronous tool whose start blocks the loop just past it, once', async () => {
    const tool = textTool(async () => time.block(1_200))
    const tw = createToolwright({ tools: [tool], clock: time.clock })
    const events = watch(tw)
    assert.equal(codeOf(await tw.execute(call('x'), { timeoutMs: 1_000 })), 'EXECUTE_TIMEOUT')
    assert.deepEqual(events, [
      ['blocked', 1_200],
      ['late', 'value', 1_200],
      ['finished', 'failed'],
    ])
  })

  it('reports a tool that blocks the loop after it has waited, well within its limit, once', async () => {
    const gate = deferred<void>()
    const tool = textTool(async () => {
      await gate.promise
      time.block(2_000)
      await deferred().promise
    })
    const tw = createToolwright({
      tools: [tool, textTool((text) => text, { name: 'quick' })],
      clock: time.clock,
    })
    const events = watch(tw)
    void tw.execute(call('x'))
    await time.pass(200)
    assert.deepEqual(events, [])
    gate.resolve()
    await time.pass(300)
    assert.deepEqual(events, [['blocked', 2_000]])
    await time.pass(1_000)
    assert.equal(events.length, 1)
  })

  it('reports a tool that blocks the loop and then ends, before the loop has turned again', async () => {
    const gate = deferred<void>()
    const tool = textTool(async () => {
      await gate.promise
      time.block(2_000)
    })
    const tw = createToolwright({ tools: [tool], clock: time.clock })
    const events = watch(tw)
    const answer = tw.execute(call('x'))
    await time.pass(200)
    gate.resolve()
    assert.equal(codeOf(await answer), 'succeeded')
    assert.deepEqual(events, [
      ['blocked', 1_900],
      ['finished', 'succeeded'],
    ])
  })

  it('holds when the loop was blocked past it while the tool was waiting', async () => {
    const work = deferred<string>()
    const tw = createToolwright({ tools: [textTool(() => work.promise)], clock: time.clock })
    const answer = tw.execute(call('x'), { timeoutMs: 100 })
    time.block(900)
    work.resolve('late')
    assert.equal(codeOf(await answer), 'EXECUTE_TIMEOUT')
  })

  it('reports a loop blocked past it, and says nothing of a tool that ends because its signal told it to', async () => {
    const work = deferred<string>()
    const heeding = textTool(
      (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      { name: 'heeding' },
    )
    const tw = createToolwright({ tools: [textTool(() => work.promise), heeding], clock: time.clock })
    const events = watch(tw)
    const blocked = tw.execute(call('x'), { timeoutMs: 100 })
    time.block(900)
    work.resolve('late')
    await blocked
    assert.deepEqual(events.splice(0), [
      ['blocked', 800],
      ['late', 'value', 900],
      ['finished', 'failed'],
    ])
    const wrapped = textTool(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted', { cause: signal.reason })))
        }),
      { name: 'wrapping' },
    )
    tw.registry.register(wrapped)
    const wrapping = tw.execute(call('x', 'wrapping'), { timeoutMs: 100 })
    await time.pass(100)
    await wrapping
    await time.settle()
    assert.deepEqual(events.splice(0), [['finished', 'failed']])
    const heeded = tw.execute(call('x', 'heeding'), { timeoutMs: 100 })
    await time.pass(100)
    assert.equal(codeOf(await heeded), 'EXECUTE_TIMEOUT')
    await time.settle()
    assert.deepEqual(events, [['finished', 'failed']])
  })

  it('makes no timer for calls that end before the loop turns', async () => {
    const tw = createToolwright({ tools: [textTool(async (text) => text)], clock: time.clock })
    for (let index = 0; index < 100; index++) assert.ok((await tw.execute(call('x'))).ok)
    await time.pass(60_000)
  })
})

describe('cancellation', () => {
  withFakeTime()

  it('before anything began answers at once', async () => {
    const tw = createToolwright({ tools: [textTool(() => assert.fail('ran'))] })
    assert.equal(codeOf(await tw.execute(call('x'), { signal: AbortSignal.abort() })), 'EXECUTE_CANCELLED')
  })

  it('while the tool runs answers at once, aborts its signal and discards what comes', async () => {
    const work = deferred<string>()
    let aborted = () => false
    const tw = createToolwright({
      tools: [textTool((_, { signal }) => ((aborted = () => signal.aborted), work.promise))],
      clock: time.clock,
    })
    const events = watch(tw)
    const controller = new AbortController()
    const answer = tw.execute(call('x'), { signal: controller.signal })
    controller.abort()
    assert.equal(codeOf(await answer), 'EXECUTE_CANCELLED')
    assert.ok(aborted())
    work.resolve('late')
    await time.settle()
    assert.deepEqual(events, [
      ['finished', 'failed'],
      ['late', 'value', 0],
    ])
  })

  it('by the tool itself, before it first waits, answers at once as well', async () => {
    const controller = new AbortController()
    const tw = createToolwright({
      tools: [textTool(() => (controller.abort(), deferred().promise))],
      clock: time.clock,
    })
    const answer = tw.execute(call('x'), { signal: controller.signal })
    await time.settle()
    assert.equal(
      codeOf((await Promise.race([answer, Promise.resolve('it waits')])) as ToolResult),
      'EXECUTE_CANCELLED',
    )
  })

  it('counts the time that the tool has run', async () => {
    const tw = createToolwright({ tools: [textTool(() => deferred().promise)], clock: time.clock })
    const controller = new AbortController()
    const answer = tw.execute(call('x'), { signal: controller.signal })
    await time.pass(70)
    controller.abort()
    assert.equal((await answer).durationMs, 70)
  })

  it('in a step before the tool keeps the tool from running at all', async () => {
    const gate = deferred<void>()
    const controller = new AbortController()
    const tw = createToolwright({
      tools: [textTool(() => assert.fail('ran'))],
      steps: [
        {
          name: 'wait',
          before: 'run',
          step: (now, context, next) => gate.promise.then(() => next(now, context)),
        },
      ],
    })
    const answer = tw.execute(call('x'), { signal: controller.signal })
    controller.abort()
    gate.resolve()
    assert.equal(codeOf(await answer), 'EXECUTE_CANCELLED')
    await time.settle()
  })

  it('while somebody is being asked answers at once, and the question is taken away', async () => {
    let taken = false
    const controller = new AbortController()
    const tw = createToolwright({
      tools: [textTool(() => assert.fail('ran'), { dangerLevel: 'high' })],
      approve: ({ signal }) => {
        signal.addEventListener('abort', () => (taken = true))
        return deferred<'approve'>().promise
      },
    })
    const answer = tw.execute(call('x'), { signal: controller.signal })
    await time.settle()
    controller.abort()
    assert.equal(codeOf(await answer), 'EXECUTE_CANCELLED')
    assert.ok(taken)
  })

  it('inside a step of the host answers at once', async () => {
    const controller = new AbortController()
    const tw = createToolwright({
      tools: [textTool((text) => text)],
      steps: [{ name: 'hang', before: 'run', step: () => deferred<ToolResult>().promise }],
    })
    const answer = tw.execute(call('x'), { signal: controller.signal })
    controller.abort()
    assert.equal(codeOf(await answer), 'EXECUTE_CANCELLED')
  })
})

describe('a streaming tool', () => {
  withFakeTime()

  it('hands over each piece, and its returned value is the result', async () => {
    const tool = textTool(async function* (text: string) {
      yield `${text} 1`
      yield `${text} 2`
      return 'done'
    })
    const tw = createToolwright({ tools: [tool] })
    const pieces: unknown[] = []
    tw.on('call-partial', ({ piece }) => void pieces.push(piece))
    const result = await tw.execute(call('part'), { onPartial: (piece) => pieces.push(['caller', piece]) })
    assert.deepEqual(result.content, { type: 'text', text: 'done' })
    assert.deepEqual(pieces, [['caller', 'part 1'], 'part 1', ['caller', 'part 2'], 'part 2'])
  })

  it('without a returned value gives its pieces: text joined, anything else as a list', async () => {
    async function* text() {
      yield 'a'
      yield 'b'
    }
    async function* rows() {
      yield { row: 1 }
      yield 'end'
    }
    const tw = createToolwright({ tools: [textTool(text), textTool(rows, { name: 'rows' })] })
    assert.deepEqual((await tw.execute(call('x'))).content, { type: 'text', text: 'ab' })
    assert.deepEqual((await tw.execute(call('x', 'rows'))).content, {
      type: 'json',
      value: [{ row: 1 }, 'end'],
    })
  })

  it('longer than its limit says how much was cut, of all that it gave', async () => {
    async function* long() {
      for (let index = 0; index < 30; index++) yield 'x'.repeat(1_000)
    }
    const tw = createToolwright({ tools: [textTool(long, { constraints: { maxOutputBytes: 1_024 } })] })
    const result = await tw.execute(call('x'))
    assert.ok(result.truncated)
    assert.match(result.notes.map(({ message }) => message).join(), /30,0\d\d/)
  })

  it('is stopped at the limit, and its finally runs', async () => {
    const gate = deferred<void>()
    let cleaned = false
    async function* endless() {
      try {
        for (;;) {
          await gate.promise
          yield 'tick'
        }
      } finally {
        cleaned = true
      }
    }
    const tw = createToolwright({ tools: [textTool(endless)], clock: time.clock })
    const answer = tw.execute(call('x'), { timeoutMs: 10 })
    await time.pass(10)
    assert.equal(codeOf(await answer), 'EXECUTE_TIMEOUT')
    gate.resolve()
    await time.settle()
    assert.ok(cleaned)
  })
})

describe('progress', () => {
  withFakeTime()

  it('reaches the caller and subscribers, not after the end, and a callback that throws harms nobody', async () => {
    const seen: unknown[] = []
    let later = () => undefined as void
    const tool = textTool((_, context) => {
      context.progress({ progress: 1, total: 2 })
      later = () => context.progress({ progress: 2 })
      return deferred().promise
    })
    const tw = createToolwright({ tools: [tool], clock: time.clock })
    tw.on('call-progress', ({ progress }) => void seen.push(progress))
    const answer = tw.execute(call('x'), {
      timeoutMs: 10,
      onProgress: () => {
        throw new Error('callback')
      },
    })
    await time.pass(10)
    await answer
    later()
    assert.deepEqual(seen, [1])
  })
})
