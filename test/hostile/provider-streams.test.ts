import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  callFrom,
  createFrameReader,
  defineTool,
  listProviders,
  provider,
  ToolCallAccumulator,
} from '../../src/index.ts'
import type { AccumulatorOptions } from '../../src/index.ts'
import { createJsonReader } from '../../src/providers/stream/json-reader.ts'
import type { ValueDelta } from '../../src/providers/stream/stream-delta.ts'
import { fastestMs } from '../fastest-ms.ts'

// Each of these took minutes when its cost was quadratic; half a second is ten times what it takes.
const ENOUGH_MS = 500

function assertQuick(what: string, run: () => unknown): void {
  const ms = fastestMs(run, ENOUGH_MS, 3)
  assert.ok(ms < 2_000, `${what}: ${Math.round(ms)} ms`)
}

const boom = (): never => {
  throw new Error('boom')
}
const hostile = new Proxy({}, { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom })

function chat(delta: object): object {
  return { choices: [{ index: 0, delta, finish_reason: null }] }
}

function chatCall(piece: object): object {
  return chat({ tool_calls: [{ index: 0, ...piece }] })
}

const opened = (args: string): object => chatCall({ id: 'c1', function: { name: 'now', arguments: args } })

describe('a hostile stream', () => {
  it('costs no more when partial arguments are looked at after each of 50,000 pieces', () => {
    assertQuick('partial', () => {
      const accumulator = provider('openai').accumulator()
      accumulator.push(opened('{"text":"'))
      for (let piece = 0; piece < 50_000; piece++) {
        accumulator.push(chatCall({ function: { arguments: 'ten chars.' } }))
        accumulator.partial(0)
      }
      const whole = accumulator.partial(0) as { text: string }
      assert.equal(whole.text.length, 500_000)
    })
  })

  it('may send a number of a million digits one by one', () => {
    assertQuick('digits', () => {
      const reader = createJsonReader()
      reader.push('[')
      for (let digit = 0; digit < 1_000_000; digit++) reader.push('1')
      reader.push(',2]')
      assert.deepEqual(reader.value(), [Infinity, 2])
    })
  })

  it('does not fill the memory with the paths of small values deep down', () => {
    const deltas: ValueDelta[] = []
    const reader = createJsonReader((delta) => deltas.push(delta))
    reader.push(`${'['.repeat(490)}${'0,'.repeat(200_000)}0`)
    assert.ok(deltas.length < 20_000, `${deltas.length}`)
    let level = reader.value()
    for (let depth = 1; depth < 490; depth++) level = (level as never[])[0]
    assert.equal((level as unknown as unknown[]).length, 200_000)
  })

  it('may name a call with a million characters: messages stay short', () => {
    const name = 'n'.repeat(1_000_000)
    for (const finish_reason of ['length', 'content_filter']) {
      const calls = Array.from({ length: 50 }, () => ({
        type: 'function',
        function: { name, arguments: '{' },
      }))
      const message = { role: 'assistant', tool_calls: calls }
      const { problems } = provider('openai').decode({ choices: [{ message, finish_reason }] })
      assert.ok(problems.length > 0)
      for (const problem of problems) assert.ok(problem.message.length < 4_000, `${problem.message.length}`)
    }
  })

  it('of events that throw when they are read gives a few problems, whatever their number', () => {
    for (const id of listProviders()) {
      const accumulator = provider(id).accumulator({ partial: true })
      for (let event = 0; event < 1_000; event++) accumulator.push(hostile)
      assert.ok(accumulator.end().problems.length <= 25, id)
    }
  })

  it('whose arguments throw when they are read ends as a value', () => {
    const part = { functionCall: { name: 'now', args: hostile } }
    const gemini = { candidates: [{ content: { parts: [part] }, finishReason: 'STOP' }] }
    const accumulator = provider('gemini').accumulator()
    accumulator.push(gemini)
    for (const decoded of [accumulator.end(), provider('gemini').decode(gemini)]) {
      assert.equal(decoded.calls.length, 1)
      assert.notEqual(decoded.calls[0]?.problem, undefined)
    }
  })
})

describe('a host whose objects throw when they are read', () => {
  it('gets no call of them, or one with a problem', () => {
    const getter = { arguments: '{}', get: boom }
    Object.defineProperty(getter, 'name', { get: boom })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const value of [hostile, getter, proxy]) assert.equal(callFrom(value), undefined)
    for (const args of [hostile, { inner: proxy }]) {
      assert.equal(callFrom({ name: 'now', arguments: args })?.problem?.code, 'ARGUMENTS_NOT_JSON')
    }
  })
})

describe('a confused developer', () => {
  it('is told what a frame reader takes', () => {
    for (const given of [undefined, null, 5, { choices: [] }, [100, 97]]) {
      const reader = createFrameReader('sse')
      assert.throws(() => reader.push(given as never), {
        code: 'OPTION_INVALID',
        message: /takes bytes or text/,
      })
    }
    assert.throws(() => createFrameReader('sse', null as never), { code: 'OPTION_INVALID' })
    assert.throws(() => createFrameReader('sse', { maxBodyBytes: Number.NaN }), { code: 'OPTION_INVALID' })
    assert.throws(() => createFrameReader('sse', { maxBytes: 5 } as never), /no option `maxBytes`/)
  })

  it('may give bytes in any form of the platform', () => {
    const bytes = new TextEncoder().encode('data: {"a":1}\n\n')
    const held = new Uint8Array([0, ...bytes, 0]).buffer
    for (const given of [bytes.buffer, new DataView(held, 1, bytes.length), Buffer.from(bytes)]) {
      const frames = createFrameReader('sse').push(given as never)
      assert.deepEqual(frames, [{ ok: true, event: { a: 1 } }])
    }
  })

  it('is told the options of a stream', () => {
    const openai = provider('openai')
    for (const options of [null, { partial: 'yes' }, { partials: true }]) {
      assert.throws(() => openai.accumulator(options as AccumulatorOptions), { code: 'OPTION_INVALID' })
    }
    assert.throws(() => new ToolCallAccumulator(null as never), { code: 'OPTION_INVALID' })
    assert.throws(() => new ToolCallAccumulator({ maxCharacters: '5' } as never), { code: 'OPTION_INVALID' })
    assert.throws(
      () => new ToolCallAccumulator().push(null as never),
      /takes `\{ index, id, name, arguments \}`/,
    )
  })

  it('is told what is no definition, no result and no message', () => {
    const openai = provider('openai')
    const invalid = (pattern: RegExp) => ({ code: 'OPTION_INVALID', message: pattern })
    const { definition, ...tool } = defineTool({
      name: 'now',
      description: 'Tells the time',
      input: { type: 'object', properties: {} },
      run: () => 'noon',
    })
    assert.throws(
      () => openai.prepare([{ definition, ...tool }] as never),
      invalid(/is a tool; give its `def/),
    )
    for (const given of [undefined, null, 'now', 5, {}, { name: 5 }, { name: 'now' }, { type: 'function' }]) {
      assert.throws(() => openai.encodeTools([given] as never), invalid(/definitions\[0\]/))
    }
    const turn = openai.prepare([definition])
    for (const given of [undefined, null, {}, [null], [5], [{ callId: 'c1' }]]) {
      assert.throws(() => turn.encodeResults(given as never), invalid(/result/))
    }
    const messages = [
      [/needs a `role`/, { role: 'function' }],
      [/needs `content`/, { role: 'user' }],
      [/needs `content`/, { role: 'assistant', text: 'hello' }],
      [/has `calls` that are none/, { role: 'assistant', content: '', calls: [{}] }],
      [/list of results/, { role: 'tool' }],
    ] as const
    for (const [pattern, message] of messages) {
      for (const id of listProviders().filter((known) => known !== 'mcp')) {
        const chat = { model: 'm', messages: [message], stream: false }
        assert.throws(
          () =>
            provider(id)
              .prepare([])
              .encodeRequest(chat as never),
          invalid(pattern),
        )
      }
    }
    assert.throws(() => turn.encodeRequest(undefined as never), invalid(/needs `model`/))
    assert.throws(() => turn.encodeRequest({ model: 'm' } as never), invalid(/`messages` must be a list/))
  })

  it('cannot change what later requests hold', () => {
    for (const id of listProviders()) {
      const { definition } = defineTool({
        name: 'now',
        description: 'Tells the time',
        input: { type: 'object', properties: { zone: { type: 'string', minLength: 2 } } },
        run: () => 'noon',
      })
      const { tools, request } = provider(id).prepare([definition])
      const open: object[] = [tools ?? {}, request]
      for (let value = open.pop(); value !== undefined; value = open.pop()) {
        assert.ok(Object.isFrozen(value), id)
        open.push(...Object.values(value).filter((inner) => typeof inner === 'object' && inner !== null))
      }
    }
  })

  it('gets nothing for an index that is none', () => {
    const accumulator = provider('openai').accumulator()
    accumulator.push(opened('{}'))
    for (const index of ['__proto__', 'length', '0', -1, 0.5, Number.NaN, 1e9]) {
      assert.equal(accumulator.partial(index as number), undefined)
    }
    assert.equal(Object.hasOwn(Array.prototype, 'reader'), false)
  })
})
