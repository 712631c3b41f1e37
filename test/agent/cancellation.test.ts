import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Model } from '../../src/agent/model.ts'
import { runAgent, streamAgent } from '../../src/agent/run-agent.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool, tideTool } from './sample-tools.ts'
import { aCall, plainModel, scriptedModel } from './scripted-model.ts'

const never = <Value>() => new Promise<Value>(() => undefined)
const WITHIN_MS = 100

/** Runs until `start` was called, aborts then, and says how long the run took from there. */
async function abortDuring<Value>(run: (signal: AbortSignal, start: () => void) => Promise<Value>) {
  const controller = new AbortController()
  let abortedAt = 0
  const outcome = await run(controller.signal, () => {
    abortedAt = performance.now()
    controller.abort()
  })
  assert.notEqual(abortedAt, 0)
  assert.ok(performance.now() - abortedAt < WITHIN_MS, `${performance.now() - abortedAt} ms`)
  return outcome
}

describe('cancelling a run', () => {
  it('ends it before it asks when it was cancelled before it began', async () => {
    const { model, bodies } = plainModel('openai', { text: 'Hi' })
    const outcome = await runAgent({ model, messages: 'Hello', signal: AbortSignal.abort() })
    assert.equal(outcome.status, 'cancelled')
    assert.equal(outcome.reason, 'cancelled')
    assert.equal(bodies.length, 0)
  })

  it('does not wait for a model that ignores its signal', async () => {
    const outcome = await abortDuring((signal, start) => {
      const model: Model = { provider: 'openai', name: 'deaf', generate: () => (start(), never()) }
      return runAgent({ model, messages: 'Hello', signal })
    })
    assert.equal(outcome.status, 'cancelled')
    assert.deepEqual(outcome.messages, [{ role: 'user', content: 'Hello' }])
  })

  it('is no failure of a model that heeds it', async () => {
    const outcome = await abortDuring((signal, start) => {
      const model: Model = {
        provider: 'openai',
        name: 'polite',
        generate: (_, call) =>
          new Promise((_resolve, reject) => {
            call.signal.addEventListener('abort', () => reject(new Error('aborted')))
            start()
          }),
      }
      return runAgent({ model, messages: 'Hello', signal })
    })
    assert.equal(outcome.status, 'cancelled')
  })

  it('ends a stream in the middle, and tells of nothing after it', async () => {
    const heard: string[] = []
    const outcome = await abortDuring((signal, start) => {
      const { model } = scriptedModel('openai', { text: 'a long answer in many pieces' })
      return runAgent({
        model,
        messages: 'Hello',
        signal,
        onEvent({ type }) {
          heard.push(type)
          if (heard.length === 2) start()
        },
      })
    })
    assert.equal(outcome.status, 'cancelled')
    assert.deepEqual(heard, ['step-start', 'text-delta', 'finish'])
  })

  it('answers every call of the transcript, also those that a deaf tool holds up', async () => {
    const outcome = await abortDuring((signal, start) => {
      const deaf = deleteTool({ name: 'deaf', dangerLevel: 'safe', run: () => (start(), never()) })
      const { model } = plainModel('openai', {
        calls: [
          aCall(1, 'get_tide', { port: 'Oban' }),
          aCall(2, 'deaf', { path: '/a' }),
          aCall(3, 'deaf', { path: '/b' }),
        ],
      })
      return runAgent({ model, tools: [tideTool().tool, deaf.tool], messages: 'Go', signal })
    })
    assert.equal(outcome.status, 'cancelled')
    const last = outcome.messages.at(-1)
    assert.deepEqual(
      last?.role === 'tool' &&
        last.results.map((result) => [result.callId, result.status === 'failed' && result.error.code]),
      [
        ['call00001', false],
        ['call00002', 'EXECUTE_CANCELLED'],
        ['call00003', 'EXECUTE_CANCELLED'],
      ],
    )
  })

  it('takes a question back, and the call never runs', async () => {
    const { tool, deleted } = deleteTool()
    const outcome = await abortDuring((signal, start) => {
      const { model } = plainModel('openai', { calls: [aCall(1, 'delete_file', { path: '/a' })] })
      const toolwright = createToolwright({ tools: [tool], approve: () => (start(), never()) })
      return runAgent({ model, toolwright, messages: 'Go', signal })
    })
    assert.equal(outcome.status, 'cancelled')
    assert.deepEqual(deleted, [])
  })
})

describe('a run as a stream', () => {
  it('gives the events and then the outcome', async () => {
    const { model } = scriptedModel('openai', { text: 'Hi!' })
    const stream = streamAgent({ model, messages: 'Hello' })
    const types: string[] = []
    for await (const { type } of stream) types.push(type)
    assert.deepEqual(types, ['step-start', 'text-delta', 'step-end', 'finish'])
    assert.equal((await stream.outcome).text, 'Hi!')
  })

  it('gives events to its own listener too, and the outcome to who reads no event', async () => {
    const { model } = scriptedModel('openai', { text: 'Hi!' })
    const types: string[] = []
    const stream = streamAgent({ model, messages: 'Hello', onEvent: ({ type }) => types.push(type) })
    assert.equal((await stream.outcome).status, 'finished')
    assert.equal(types.at(-1), 'finish')
  })

  it('is cancelled when its reader leaves', async () => {
    const model: Model = {
      provider: 'openai',
      name: 'endless',
      generate: never,
      async *stream() {
        yield { choices: [{ index: 0, delta: { content: 'One' }, finish_reason: null }] }
        await never()
      },
    }
    const stream = streamAgent({ model, messages: 'Count' })
    for await (const { type } of stream) if (type === 'text-delta') break
    assert.equal((await stream.outcome).status, 'cancelled')
  })

  it('is cancelled by the signal of its options as well', async () => {
    const controller = new AbortController()
    const model: Model = { provider: 'openai', name: 'deaf', generate: never }
    const stream = streamAgent({ model, messages: 'Hello', signal: controller.signal })
    const types: string[] = []
    for await (const { type } of stream) {
      types.push(type)
      controller.abort()
    }
    assert.deepEqual(types, ['step-start', 'finish'])
    assert.equal((await stream.outcome).status, 'cancelled')
  })

  it('rejects, to its reader and in the outcome, for what only the run can see to be wrong', async () => {
    const stream = streamAgent({
      model: { provider: 'opnai', name: 'x', generate: never },
      messages: 'Hello',
    })
    await assert.rejects(
      (async () => {
        for await (const event of stream) assert.fail(event.type)
      })(),
      { code: 'PROVIDER_UNKNOWN' },
    )
    await assert.rejects(stream.outcome, { code: 'PROVIDER_UNKNOWN' })
  })
})
