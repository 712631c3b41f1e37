import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { defineTool } from '../../src/author/define-tool.ts'
import type { AddedStep } from '../../src/execute/step.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import { toolError } from '../../src/results/content.ts'
import type { ToolResult } from '../../src/results/tool-result.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { call, textTool } from './sample-tools.ts'

const errorOf = (result: ToolResult) =>
  result.status === 'failed' ? result.error : assert.fail(result.status)

describe('a call', () => {
  it('gives what the tool returned, with id, name and time', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text.toUpperCase())] })
    const result = await tw.execute({ ...call('hi'), echo: { signature: 'abc' } })
    assert.deepEqual(
      { ...result, durationMs: 0 },
      {
        ok: true,
        status: 'succeeded',
        callId: 'call_1',
        toolName: 'echo',
        content: { type: 'text', text: 'HI' },
        durationMs: 0,
        truncated: false,
        notes: [],
        echo: { signature: 'abc' },
      },
    )
  })

  it('to a tool that does not exist names the nearest three', async () => {
    const tools = ['read_file', 'read_files', 'write_file', 'send_mail'].map((name) =>
      textTool((text) => text, { name }),
    )
    const error = errorOf(await createToolwright({ tools }).execute(call('x', 'read_fil')))
    assert.equal(error.code, 'TOOL_NOT_FOUND')
    assert.match(error.message, /^tool 'read_fil' not found\. Did you mean 'read_file', 'read_files'/)
  })

  it('to a disabled tool says so, and does not say "not found"', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text)] })
    tw.registry.disable('echo')
    assert.equal(errorOf(await tw.execute(call('x'))).code, 'TOOL_DISABLED')
  })

  it('without a name reads <unnamed>', async () => {
    const error = errorOf(await createToolwright().execute(call('x', '  ')))
    assert.match(error.message, /^tool '<unnamed>' not found/)
  })

  it('of any shape at all is answered with a value', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text)] })
    const hostile = new Proxy({}, { get: () => assert.fail('looked') })
    for (const given of [null, undefined, 7, 'call', [], {}, { id: 1, name: {}, arguments: 5n }, hostile]) {
      const result = await tw.execute(given as never)
      assert.equal(result.ok, false)
      assert.equal(typeof result.callId, 'string')
    }
  })

  it('with wrong arguments never reaches the tool, and the model is told what to do', async () => {
    let ran = false
    const tw = createToolwright({ tools: [textTool(() => (ran = true))] })
    const error = errorOf(await tw.execute({ id: '1', name: 'echo', arguments: '{"txt":"hi"}' }))
    assert.equal(error.code, 'ARGUMENTS_INVALID')
    assert.match(error.message, /text/)
    assert.equal(ran, false)
  })

  it('cut by the token limit never runs, even when its text happens to parse', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text)] })
    assert.equal(errorOf(await tw.execute({ ...call('hi'), truncated: true })).code, 'ARGUMENTS_TRUNCATED')
  })

  it('shows an example after the same failure twice in a conversation', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text)] })
    const wrong = { id: '1', name: 'echo', arguments: '{"text":7}' }
    const options = { conversationId: 'c1' }
    const first = errorOf(
      await createToolwright({ tools: [textTool((text) => text)], coerce: false }).execute(wrong, options),
    )
    assert.doesNotMatch(first.message, /minimal valid/)
    await tw.execute({ ...wrong, arguments: '{}' }, options)
    const second = errorOf(await tw.execute({ ...wrong, arguments: '{}' }, options))
    assert.match(second.message, /A minimal valid call of 'echo' has the arguments {"text":"text"}/)
    const elsewhere = errorOf(await tw.execute({ ...wrong, arguments: '{}' }, { conversationId: 'c2' }))
    assert.doesNotMatch(elsewhere.message, /minimal valid/)
  })

  it('runs the author’s own schema after ours: transforms reach the tool, refinements refuse', async () => {
    const input = z.object({
      day: z.string().transform((text) => new Date(text)),
      odd: z.number().refine((n) => n % 2 === 1, 'must be odd'),
    })
    const tool = defineTool({
      name: 'dates',
      description: 'Takes a day',
      input,
      run: ({ day }) => day.getTime(),
    })
    const tw = createToolwright({ tools: [tool] })
    const good = await tw.execute({ id: '1', name: 'dates', arguments: '{"day":"2026-11-18","odd":3}' })
    assert.deepEqual(good.content, { type: 'json', value: Date.parse('2026-11-18') })
    const error = errorOf(
      await tw.execute({ id: '2', name: 'dates', arguments: '{"day":"2026-11-18","odd":4}' }),
    )
    assert.equal(error.code, 'ARGUMENTS_INVALID')
    assert.match(error.message, /odd: must be odd/)
  })

  it('waits for an author’s schema that checks asynchronously', async () => {
    const input = z.object({
      city: z.string().refine((city) => Promise.resolve(city !== 'Atlantis'), 'no such city'),
    })
    const tw = createToolwright({
      tools: [defineTool({ name: 'visit', description: 'Visits', input, run: ({ city }) => city })],
    })
    assert.ok((await tw.execute({ id: '1', name: 'visit', arguments: '{"city":"Oslo"}' })).ok)
    const error = errorOf(await tw.execute({ id: '2', name: 'visit', arguments: '{"city":"Atlantis"}' }))
    assert.match(error.message, /no such city/)
  })
})

describe('a tool that fails', () => {
  const run = async (throwing: () => unknown, secrets: string[] = []) =>
    errorOf(
      await createToolwright({ tools: [textTool(throwing)], secrets }).execute(call('/work/app/in.txt')),
    )

  it('is a failed result without stack, host path or secret', async () => {
    const error = await run(() => {
      throw new Error(
        "cannot open '/home/anna/app/key.pem' with token abc123xyz\n    at run (/home/anna/app/x.js:1:1)",
      )
    }, ['abc123xyz'])
    assert.equal(error.code, 'EXECUTE_FAILED')
    assert.equal(error.message, "tool 'echo' failed: cannot open '<path>' with token <secret>")
  })

  it('may name a path that the model sent', async () => {
    const error = await run(() => Promise.reject(new Error('no file /work/app/in.txt')))
    assert.match(error.message, /no file \/work\/app\/in\.txt/)
  })

  it('by throwing something odd is still a result', async () => {
    for (const odd of [undefined, null, 0, 'text', Symbol('s'), {}, Object.create(null)]) {
      const error = await run(() => {
        throw odd
      })
      assert.equal(error.code, 'EXECUTE_FAILED')
    }
  })

  it('keeps the code of a ToolwrightError, and says by toolError whether to try again', async () => {
    const typed = await run(() => {
      throw new ToolwrightError('PERMISSION_DENIED', 'not yours')
    })
    assert.deepEqual([typed.code, typed.message], ['PERMISSION_DENIED', 'not yours'])
    const returned = await run(() => toolError('the service is busy', { retryable: true }))
    assert.deepEqual(
      [returned.code, returned.message, returned.retryable],
      ['EXECUTE_FAILED', 'the service is busy', true],
    )
  })
})

describe('a result', () => {
  it('that does not fit the output schema is a failed result that says where', async () => {
    const tool = defineTool({
      name: 'measure',
      description: 'Measures',
      input: [],
      output: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] },
      run: () => ({ celsius: 'warm' }) as never,
    })
    const error = errorOf(
      await createToolwright({ tools: [tool] }).execute({ id: '1', name: 'measure', arguments: '' }),
    )
    assert.equal(error.code, 'RESULT_INVALID')
    assert.match(error.message, /celsius/)
  })

  it('that the author’s own output schema refuses is a failed result, sync or async', async () => {
    const small = z.number().refine((n) => n > 10, 'must be above 10')
    const slow = z.number().refine((n) => Promise.resolve(n > 10), 'must be above 10')
    for (const output of [small, slow]) {
      const tool = defineTool({ name: 'count', description: 'Counts', input: [], output, run: async () => 1 })
      const error = errorOf(
        await createToolwright({ tools: [tool] }).execute({ id: '1', name: 'count', arguments: '' }),
      )
      assert.equal(error.code, 'RESULT_INVALID')
      assert.match(error.message, /must be above 10/)
    }
  })

  it('that fails tells nothing of the host, neither in its message nor in its details', async () => {
    const tool = defineTool({
      name: 'where',
      description: 'Says where',
      input: [],
      output: { type: 'object', properties: { at: { enum: ['here'] } } },
      run: () => ({ at: '/home/anna/app' }) as never,
    })
    const mismatch = await createToolwright({ tools: [tool] }).execute({
      id: '1',
      name: 'where',
      arguments: '',
    })
    const reported = await createToolwright({
      tools: [textTool(() => toolError('no', { details: { file: '/home/anna/app/key' } }))],
    }).execute(call('x'))
    for (const result of [mismatch, reported]) {
      assert.equal(result.ok, false)
      assert.doesNotMatch(JSON.stringify(result), /anna/)
    }
  })

  it('over its limit is cut, flagged, and whole for those who listen', async () => {
    const tw = createToolwright({
      tools: [textTool(() => 'é'.repeat(2_000), { constraints: { maxOutputBytes: 1_024 } })],
    })
    const whole: unknown[] = []
    tw.on('output-truncated', ({ output, outputBytes }) => void whole.push(output, outputBytes))
    const result = await tw.execute(call('x'))
    assert.ok(result.ok && result.truncated)
    assert.ok(result.content.type === 'text' && Buffer.byteLength(result.content.text) <= 1_024)
    assert.deepEqual(whole, ['é'.repeat(2_000), 4_000])
  })
})

describe('a secret', () => {
  it('reaches the model neither in text nor in JSON that a tool returns', async () => {
    const secrets = ['hunter2hunter2']
    for (const output of ['key hunter2hunter2', { deep: ['hunter2hunter2'], hunter2hunter2: 1 }]) {
      const result = await createToolwright({ tools: [textTool(() => output)], secrets }).execute(call('x'))
      assert.ok(result.ok)
      assert.doesNotMatch(JSON.stringify(result.content), /hunter2/)
    }
  })
})

describe('options of a call', () => {
  const tw = createToolwright({ tools: [textTool((text) => text)] })

  it('that are misspelt are refused, with the right name', async () => {
    await assert.rejects(tw.execute(call('x'), { timoutMs: 5 } as never), {
      code: 'OPTION_INVALID',
      message: '`execute` has no option `timoutMs`. Did you mean `timeoutMs`?',
    })
    await assert.rejects(tw.executeBatch(null as never), { code: 'OPTION_INVALID' })
  })

  it('of a wrong value are refused, with what is expected', async () => {
    for (const [options, message] of [
      [{ timeoutMs: Number.NaN }, /`timeoutMs` of `execute` must be a number of milliseconds from 0, not /],
      [{ isolation: 'strong' }, /must be one of none, standard, strict, restricted, not the string "strong"/],
      [{ timeoutMs: '5' }, /must be a number of milliseconds/],
      [{ signal: new AbortController() }, /an AbortSignal, such as `controller\.signal`/],
      [{ approval: () => 'approve' }, /callbackChannel\(fn\)/],
      ['options', /`execute` takes an object of options, not the string "options"/],
      [{ onApproval: 'later' }, /must be one of wait, return/],
      [{ caller: null }, /must be `\{ id, permissions\? \}`/],
      [{ caller: { id: 'a', permissions: '*' } }, /a list of permissions/],
    ] as const) {
      await assert.rejects(tw.execute(call('x'), options as never), { code: 'OPTION_INVALID', message })
    }
  })

  it('may be null or undefined', async () => {
    assert.ok((await tw.execute(call('x'), null as never)).ok)
    assert.ok((await tw.execute(call('x'), { timeoutMs: undefined, signal: undefined })).ok)
  })
})

describe('permission', () => {
  const tools = [textTool((text) => text, { requiredPermissions: ['tool.filesystem.read'] })]

  it('is not asked of the host program itself', async () => {
    assert.ok((await createToolwright({ tools }).execute(call('x'))).ok)
  })

  it('must be held by a caller, wildcards allowed', async () => {
    const tw = createToolwright({ tools })
    const as = (permissions?: string[]) =>
      tw.execute(call('x'), { caller: { id: 'agent', ...(permissions ? { permissions } : {}) } })
    assert.ok((await as(['tool.filesystem.*'])).ok)
    const error = errorOf(await as())
    assert.equal(error.code, 'PERMISSION_DENIED')
    assert.match(error.message, /requires tool\.filesystem\.read/)
  })
})

describe('isolation', () => {
  it('raised by the host is refused for a function of the host program', async () => {
    const tw = createToolwright({ tools: [textTool((text) => text)], isolation: 'standard' })
    assert.equal(errorOf(await tw.execute(call('x'))).code, 'SANDBOX_UNAVAILABLE')
  })

  it('raised by the caller is refused for a function of the host, never lowered', async () => {
    const result = await createToolwright({ tools: [textTool((text) => text)] }).execute(call('x'), {
      isolation: 'strict',
    })
    assert.equal(errorOf(result).code, 'SANDBOX_UNAVAILABLE')
  })
})

describe('a step of the host', () => {
  it('runs at its place, and may answer, change or look', async () => {
    const seen: string[] = []
    const tw = createToolwright({
      tools: [textTool((text) => text)],
      steps: [
        {
          name: 'look',
          after: 'find',
          step: (now, context, next) => (seen.push(`found ${now.tool?.definition.name}`), next(now, context)),
        },
        {
          name: 'shout',
          before: 'run',
          step: (now, context, next) => {
            now.input = { text: String(now.arguments['text']).toUpperCase() }
            return next(now, context)
          },
        },
      ],
    })
    assert.deepEqual((await tw.execute(call('hi'))).content, { type: 'text', text: 'HI' })
    assert.deepEqual(seen, ['found echo'])
  })

  it('may stand beside another step of the host', async () => {
    const order: string[] = []
    const step =
      (name: string): AddedStep['step'] =>
      (now, context, next) => (order.push(name), next(now, context))
    const tw = createToolwright({
      tools: [textTool((text) => text)],
      steps: [
        { name: 'first', after: 'find', step: step('first') },
        { name: 'second', after: 'first', step: step('second') },
        { name: 'zeroth', before: 'first', step: step('zeroth') },
      ],
    })
    await tw.execute(call('x'))
    assert.deepEqual(order, ['zeroth', 'first', 'second'])
    const twice = { name: 'same', after: 'find', step: step('same') } as const
    assert.throws(() => createToolwright({ steps: [twice, twice] }), { code: 'OPTION_INVALID' })
  })

  it('that throws is a failed result', async () => {
    const broken = () => {
      throw new Error('guardrail broke')
    }
    const tw = createToolwright({
      tools: [textTool((text) => text)],
      steps: [{ name: 'bad', before: 'approve', step: broken }],
    })
    assert.equal(errorOf(await tw.execute(call('x'))).code, 'INTERNAL')
  })

  it('without one place, or at an unknown one, is refused when it is given', () => {
    const step = () => assert.fail('ran')
    for (const place of [
      {},
      { before: 'find', after: 'find' },
      { before: 'toString' },
      { before: 'record' },
    ]) {
      assert.throws(() => createToolwright({ steps: [{ name: 's', step, ...place }] }), {
        code: 'OPTION_INVALID',
      })
    }
  })

  it('that goes on without the tool is a failed result that says so, and nothing runs', async () => {
    const tw = createToolwright({
      tools: [textTool(() => assert.fail('ran'))],
      steps: [
        {
          name: 'forgetful',
          before: 'run',
          step: (now, context, next) => next({ ...now, tool: undefined }, context),
        },
      ],
    })
    const error = errorOf(await tw.execute(call('x')))
    assert.equal(error.code, 'OPTION_INVALID')
    assert.match(error.message, /Hand on the call that the step was given/)
  })
})
