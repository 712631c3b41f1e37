/* oxlint-disable unicorn/no-thenable -- odd thenables are what is tried here */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolwright, type ToolContext, ToolwrightError } from '../../src/index.ts'
import { codeOf, expectResult, openTool, within } from './expect-value.ts'

const CALL = { id: '1', name: 'probe', arguments: '{}' }
const BRAND = Symbol.for('toolwright.error')

function run(give: (args: Record<string, unknown>, context: ToolContext) => unknown, timeoutMs = 1_000) {
  const tw = createToolwright({ tools: [openTool(give)] })
  return within(3_000, tw.execute(CALL, { timeoutMs })).then(expectResult)
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

class OwnThen extends Promise<unknown> {
  static override get [Symbol.species]() {
    return Promise
  }
  override then(): never {
    throw new Error('no then')
  }
}

const thenable = (then: (resolve: (value: unknown) => void, reject: (thrown: unknown) => void) => void) => ({
  then,
})

describe('a tool that answers with an odd promise', () => {
  const ANSWERS: Record<string, [give: () => unknown, code: string | undefined, value?: unknown]> = {
    'a `then` that throws': [
      () =>
        thenable(() => {
          throw new Error('no')
        }),
      'EXECUTE_FAILED',
    ],
    'a `then` that never answers': [() => thenable(() => undefined), 'EXECUTE_TIMEOUT'],
    'a `then` that answers twice': [
      () =>
        thenable((resolve) => {
          resolve(1)
          resolve(2)
        }),
      undefined,
      1,
    ],
    'a `then` that answers, rejects and throws': [
      () =>
        thenable((resolve, reject) => {
          resolve(1)
          reject(2)
          throw new Error('3')
        }),
      undefined,
      1,
    ],
    'a `then` that cannot be read': [
      () =>
        Object.defineProperty({}, 'then', {
          get: () => {
            throw new Error('no')
          },
        }),
      'EXECUTE_FAILED',
    ],
    'a thenable of a thenable': [
      () => thenable((resolve) => resolve(thenable((inner) => inner('deep')))),
      undefined,
      'deep',
    ],
    'a promise whose own `then` throws': [() => new OwnThen((resolve) => resolve(1)), 'EXECUTE_FAILED'],
    'a promise with `then` put over it': [
      () =>
        Object.assign(Promise.resolve(1), {
          then: () => {
            throw new Error('no')
          },
        }),
      undefined,
      1,
    ],
    'something made to look like a promise': [() => Object.create(Promise.prototype), 'EXECUTE_FAILED'],
  }
  for (const [title, [give, code, value]] of Object.entries(ANSWERS)) {
    it(`is answered: ${title}`, async () => {
      const result = await run(give, code === 'EXECUTE_TIMEOUT' ? 20 : 1_000)
      assert.equal(codeOf(result), code)
      if (result.ok)
        assert.deepEqual(Object.values(result.content), [typeof value === 'string' ? 'text' : 'json', value])
    })
  }

  it('does not end the process with a promise that it forgot to await', async () => {
    const result = await run(() => ({ forgotten: Promise.reject(new Error('lost')) }))
    assert.deepEqual(result.content, { type: 'json', value: { forgotten: null } })
    await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('a tool that throws something odd', () => {
  const THROWN: Record<string, () => unknown> = {
    nothing: () => undefined,
    null: () => null,
    'a symbol': () => Symbol('x'),
    'an object without prototype': () => Object.create(null),
    'a revoked proxy': revoked,
    'a function': () => () => 1,
    'a big integer': () => 10n,
    'an error whose message throws': () =>
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error('no')
        },
      }),
    'an error whose message is no text': () => Object.assign(new Error('x'), { message: { a: 1 } }),
    'an error that holds itself': () => {
      const error = new Error('x')
      error.cause = error
      return error
    },
    'an error of ours with a code of another version': () => ({
      [BRAND]: true,
      code: 'FROM_THE_FUTURE',
      message: 'x',
    }),
    'an error of ours without message': () => ({ [BRAND]: true, code: 'INTERNAL' }),
    'an error of ours with a prototype name as code': () => ({
      [BRAND]: true,
      code: 'toString',
      message: 'x',
    }),
    'an error of ours whose code throws': () => ({
      [BRAND]: true,
      get code() {
        throw new Error('no')
      },
      message: 'x',
    }),
    'an error of ours that changes its mind': () => {
      let reads = 0
      return {
        [BRAND]: true,
        get code() {
          return reads++ === 0 ? 'INTERNAL' : 'NONE'
        },
        message: 'x',
      }
    },
    'an error of ours with details that throw': () =>
      new ToolwrightError('EXECUTE_FAILED', 'x', { details: { bad: revoked() } }),
  }
  for (const [title, make] of Object.entries(THROWN)) {
    it(`is answered: ${title}`, async () => {
      const thrown = make()
      const sync = await run(() => {
        throw thrown
      })
      const late = await run(async () => {
        throw thrown
      })
      const rejected = await run(() => Promise.reject(thrown))
      const streamed = await run(async function* () {
        yield 1
        throw thrown
      })
      for (const result of [sync, late, rejected, streamed]) {
        assert.equal(result.status, 'failed')
        assert.equal(typeof (result.status === 'failed' ? result.error.message : undefined), 'string')
      }
    })
  }
})

describe('a tool that streams oddly', () => {
  it('is stopped at its limit when it yields for ever, and keeps little', async () => {
    let yielded = 0
    const before = process.memoryUsage().heapUsed
    const tool = openTool(
      async function* () {
        for (;;) {
          yielded++
          yield 'x'.repeat(1_000)
        }
      },
      { constraints: { maxOutputBytes: 10_000 } },
    )
    const result = await within(3_000, createToolwright({ tools: [tool] }).execute(CALL, { timeoutMs: 100 }))
    assert.equal(codeOf(expectResult(result)), 'EXECUTE_TIMEOUT')
    const seen = yielded
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.ok(yielded - seen <= 64, 'goes on after its end')
    assert.ok(process.memoryUsage().heapUsed - before < 200_000_000)
  })

  it('is cancelled while it yields for ever', async () => {
    const tw = createToolwright({
      tools: [
        openTool(async function* () {
          for (;;) yield 1
        }),
      ],
    })
    const signal = AbortSignal.timeout(20)
    assert.equal(codeOf(await within(3_000, tw.execute(CALL, { signal }))), 'EXECUTE_CANCELLED')
  })

  const iterator = (parts: object) => ({
    [Symbol.asyncIterator]() {
      return this
    },
    ...parts,
  })
  const STREAMS: Record<string, [give: () => unknown, code: string]> = {
    '`next` throws at once': [
      () =>
        iterator({
          next: () => {
            throw new Error('no')
          },
        }),
      'EXECUTE_FAILED',
    ],
    '`next` gives nothing': [() => iterator({ next: () => null }), 'EXECUTE_FAILED'],
    '`next` never answers': [() => iterator({ next: () => new Promise(() => undefined) }), 'EXECUTE_TIMEOUT'],
    'no `return`': [() => iterator({ next: async () => ({ done: false, value: 1 }) }), 'EXECUTE_TIMEOUT'],
    '`return` throws': [
      () =>
        iterator({
          next: async () => ({ done: false, value: 1 }),
          return: () => {
            throw new Error('no')
          },
        }),
      'EXECUTE_TIMEOUT',
    ],
    '`return` never answers': [
      () =>
        (async function* () {
          try {
            yield 1
            await new Promise(() => undefined)
          } finally {
            await new Promise(() => undefined)
          }
        })(),
      'EXECUTE_TIMEOUT',
    ],
    'yields what cannot be read': [
      () =>
        (async function* () {
          yield revoked()
          throw new Error('end')
        })(),
      'EXECUTE_FAILED',
    ],
  }
  for (const [title, [give, code]] of Object.entries(STREAMS)) {
    it(`is answered: ${title}`, async () => {
      assert.equal(codeOf(await run(give, 20)), code)
    })
  }

  it('gives all of many pieces', async () => {
    const result = await run(async function* () {
      for (let index = 0; index < 1_000; index++) yield index
    })
    assert.equal(result.content.type === 'json' ? (result.content.value as unknown[]).length : 0, 1_000)
  })
})

describe('a tool and its context', () => {
  it('may take the functions of the context apart', async () => {
    const heard: unknown[] = []
    const tool = openTool((_, { progress, partial, log, signal }) => {
      progress({ progress: 1 })
      partial('piece')
      log('line')
      return signal.aborted
    })
    const tw = createToolwright({ tools: [tool] })
    const result = await tw.execute(CALL, {
      onProgress: (update) => heard.push(update),
      onPartial: (piece) => heard.push(piece),
    })
    assert.deepEqual([result.content, heard], [{ type: 'json', value: false }, [{ progress: 1 }, 'piece']])
  })

  for (const kind of ['at once', 'later', 'by throwing'] as const) {
    it(`is not heard after its end, which came ${kind}`, async () => {
      const kept: ToolContext[] = []
      const heard: unknown[] = []
      const tw = createToolwright({
        tools: [
          openTool((_, context) => {
            kept.push(context)
            if (kind === 'by throwing') throw new Error('x')
            return kind === 'later' ? Promise.resolve(1) : 1
          }),
        ],
      })
      tw.on('call-progress', (event) => void heard.push(event))
      tw.on('call-partial', (event) => void heard.push(event))
      await tw.execute(CALL, { onProgress: (update) => heard.push(update) })
      kept[0]?.progress({ progress: 1 })
      kept[0]?.partial('x')
      kept[0]?.log('x')
      assert.equal(kept[0]?.signal.aborted, false)
      assert.deepEqual(heard, [])
    })
  }

  it('sees its limit pass when it looks at the signal only afterwards', async () => {
    const kept: ToolContext[] = []
    await run((_, context) => {
      kept.push(context)
      return new Promise(() => undefined)
    }, 20)
    assert.equal(kept[0]?.signal.aborted, true)
  })

  it('may change its arguments without changing those of the next call', async () => {
    const args = { list: [1] }
    const tw = createToolwright({
      tools: [
        openTool((given) => {
          ;(given['list'] as number[]).push(2)
          given['more'] = 1
          return given
        }),
      ],
    })
    for (let round = 0; round < 2; round++) {
      const result = await tw.execute({ ...CALL, arguments: args })
      assert.deepEqual(result.content, { type: 'json', value: { list: [1, 2], more: 1 } })
    }
    assert.deepEqual(args, { list: [1] })
  })

  it('may call Toolwright from within, itself too', async () => {
    const tw = createToolwright()
    tw.registry.register(
      openTool(async ({ depth }) => {
        if (depth === 0) return 'bottom'
        const inner = await tw.execute({ ...CALL, arguments: { depth: Number(depth) - 1 } })
        return inner.content.type === 'text' ? inner.content.text : inner
      }),
    )
    const result = await within(3_000, tw.execute({ ...CALL, arguments: { depth: 50 } }))
    assert.deepEqual(result.content, { type: 'text', text: 'bottom' })
  })
})

describe('what is kept', () => {
  const cached = () => {
    const state = { count: 1 }
    const tool = openTool(() => state, { constraints: { allowSideEffects: false } })
    return { state, tw: createToolwright({ tools: [tool], cache: { ttlMs: 10_000 } }) }
  }

  it('is not changed by whoever was given it, nor by the tool', async () => {
    const { state, tw } = cached()
    const first = await tw.execute(CALL)
    state.count = 99
    const second = await tw.execute(CALL)
    assert.deepEqual(second.content, { type: 'json', value: { count: 1 } })
    if (second.content.type === 'json') Object.assign(second.content.value as object, { count: 'changed' })
    assert.deepEqual((await tw.execute(CALL)).content, { type: 'json', value: { count: 1 } })
    assert.equal(first.ok, true)
  })

  it('carries the echo of the call that asks, not of the one that was kept', async () => {
    const { tw } = cached()
    assert.equal((await tw.execute({ ...CALL, echo: 'first' })).echo, 'first')
    assert.equal((await tw.execute({ ...CALL, echo: 'second' })).echo, 'second')
    assert.equal('echo' in (await tw.execute(CALL)), false)
  })
})

describe('steps of a host', () => {
  it('may listen to a result and return it as well', async () => {
    const heard: string[] = []
    const tw = createToolwright({
      tools: [openTool(async () => 'later')],
      steps: [
        {
          name: 'listen',
          after: 'find',
          step: (call, context, next) => {
            const answer = next(call, context)
            if ('then' in answer) void answer.then((result) => heard.push(result.status))
            return answer
          },
        },
      ],
    })
    assert.equal((await within(1_000, tw.execute(CALL))).ok, true)
    await Promise.resolve()
    assert.deepEqual(heard, ['succeeded'])
  })

  for (const kind of ['throws', 'rejects'] as const) {
    it(`is answered when one ${kind}`, async () => {
      const step =
        kind === 'throws'
          ? () => {
              throw revoked()
            }
          : () => Promise.reject(revoked())
      const tw = createToolwright({
        tools: [openTool(() => 1)],
        steps: [{ name: 'bad', after: 'find', step }],
      })
      assert.equal(codeOf(expectResult(await tw.execute(CALL))), 'INTERNAL')
    })
  }
})
