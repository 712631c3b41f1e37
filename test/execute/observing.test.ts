import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import type { LogCode } from '../../src/observe/log-codes.ts'
import type { CallInfo, CallOutcome, Tracer } from '../../src/observe/tracer.ts'
import { createToolwright } from '../../src/toolwright.ts'
import type { ToolwrightOptions } from '../../src/toolwright-options.ts'
import { call, textTool } from './sample-tools.ts'

const tools = [textTool((text) => text), textTool((text) => text, { name: 'danger', dangerLevel: 'high' })]

function logged(options: ToolwrightOptions = {}) {
  const lines: [LogCode, Readonly<Record<string, unknown>>][] = []
  const tw = createToolwright({
    tools,
    logger: { log: (code, fields) => void lines.push([code, fields]) },
    ...options,
  })
  lines.length = 0
  return { tw, lines }
}

describe('what operators see of a call', () => {
  it('is one line with who, what, decision, isolation, time and outcome', async () => {
    const { tw, lines } = logged()
    await tw.execute(call('hi'), { caller: { id: 'agent-7' }, conversationId: 'c1' })
    const [[code, fields] = assert.fail('nothing logged')] = lines
    assert.equal(code, 'TLS-CALL-001')
    assert.deepEqual(
      { ...fields, duration_ms: 0 },
      {
        call_id: 'call_1',
        tool_name: 'echo',
        tool_version: '1.0.0',
        caller: 'agent-7',
        conversation_id: 'c1',
        arguments: { text: 'hi' },
        decision: { action: 'run', reason: 'danger level `safe` runs without asking' },
        isolation: 'none',
        duration_ms: 0,
        status: 'succeeded',
        error_code: undefined,
      },
    )
  })

  it('goes to the logger of the call, where it has one', async () => {
    const { tw, lines } = logged()
    const own: LogCode[] = []
    await tw.execute(call('hi'), { logger: { log: (code) => void own.push(code) } })
    assert.deepEqual([own, lines], [['TLS-CALL-001'], []])
  })

  it('has a code of its own for a denial', async () => {
    const { tw, lines } = logged()
    await tw.execute(call('x', 'danger'))
    assert.deepEqual(
      lines.map(([code, { error_code: error }]) => [code, error]),
      [['TLS-CALL-002', 'APPROVAL_UNAVAILABLE']],
    )
  })

  it('holds no secret', async () => {
    const { tw, lines } = logged({ secrets: ['hunter2hunter2'] })
    await tw.execute(call('my password is hunter2hunter2'))
    assert.doesNotMatch(JSON.stringify(lines), /hunter2/)
  })

  it('shows the arguments as they were before the tool had them', async () => {
    const { tw, lines } = logged({
      tools: [
        defineTool({
          name: 'echo',
          description: 'Spoils its arguments',
          input: [{ name: 'text', type: 'string' }],
          run: (args: Record<string, unknown>) => {
            delete args['text']
            args['forged'] = true
          },
        }),
      ],
    })
    await tw.execute(call('as sent'))
    assert.deepEqual(lines[0]?.[1]['arguments'], { text: 'as sent' })
  })

  it('lets no tool log a secret or pass for another call', async () => {
    const { tw, lines } = logged({
      secrets: ['hunter2hunter2'],
      tools: [
        textTool((text, context) =>
          context.log(text, { password: 'p', call_id: 'forged', tool_name: 'forged' }),
        ),
      ],
    })
    await tw.execute(call('hunter2hunter2'))
    const [, fields] = lines[0] ?? assert.fail('nothing logged')
    assert.deepEqual([fields['call_id'], fields['tool_name'], fields['text']], ['call_1', 'echo', '<secret>'])
    assert.notEqual(fields['password'], 'p')
  })

  it('leaves a trace of each call of a batch, also of one that an equal call answers', async () => {
    const pure = textTool((text) => ({ text }), { constraints: { allowSideEffects: false } })
    const { tw, lines } = logged({ tools: [pure] })
    const [first, second] = await tw.executeBatch([call('x', 'echo', '1'), call('x', 'echo', '2')])
    assert.deepEqual(
      lines.map(([, { call_id: id }]) => id),
      ['1', '2'],
    )
    assert.notEqual(first?.content, second?.content)
  })

  it('is told by a tool through its context', async () => {
    const { tw, lines } = logged({ tools: [textTool((text, context) => context.log(text, { size: 1 }))] })
    await tw.execute(call('half way'))
    assert.deepEqual(lines[0], [
      'TLS-CALL-005',
      { call_id: 'call_1', tool_name: 'echo', text: 'half way', size: 1 },
    ])
  })

  it('is counted and measured, without a series for names that a model invents', async () => {
    const recorded: unknown[] = []
    const metrics = {
      record: (name: string, _: number, attributes?: object) => void recorded.push([name, attributes]),
    }
    const tw = createToolwright({ tools, metrics })
    recorded.length = 0
    await tw.execute(call('x'))
    await tw.execute(call('x', 'danger'))
    await tw.execute(call('x', 'invented_by_a_model'))
    const totals = recorded.filter((entry) => Array.isArray(entry) && entry[0] === 'tools.executions.total')
    assert.deepEqual(totals, [
      ['tools.executions.total', { 'gen_ai.tool.name': 'echo', 'tools.status': 'succeeded' }],
      [
        'tools.executions.total',
        { 'gen_ai.tool.name': 'danger', 'tools.status': 'failed', 'error.type': 'APPROVAL_UNAVAILABLE' },
      ],
      [
        'tools.executions.total',
        { 'gen_ai.tool.name': '<unknown>', 'tools.status': 'failed', 'error.type': 'TOOL_NOT_FOUND' },
      ],
    ])
  })

  it('is traced with the tool inside its span, and ends with the outcome', async () => {
    const trace: unknown[] = []
    const tracer: Tracer = {
      startCall: ({ toolName }: CallInfo) => ({
        run(work) {
          trace.push(`enter ${toolName}`)
          try {
            return work()
          } finally {
            trace.push('leave')
          }
        },
        end: ({ status, errorCode }: CallOutcome) => void trace.push([status, errorCode]),
      }),
    }
    const tw = createToolwright({ tools: [textTool((text) => trace.push(`run ${text}`))], tracer })
    await tw.execute(call('x'))
    await tw.execute(call('x', 'nothing'))
    assert.deepEqual(trace, [
      'enter echo',
      'run x',
      'leave',
      ['succeeded', undefined],
      ['failed', 'TOOL_NOT_FOUND'],
    ])
  })

  it('reaches subscribers as started and finished, and one that throws harms nobody', async () => {
    const { tw, lines } = logged()
    const events: unknown[] = []
    tw.on('call-started', () => {
      throw new Error('subscriber')
    })
    tw.on('call-started', ({ toolName }) => void events.push(['started', toolName]))
    const stop = tw.on(
      'call-finished',
      ({ result, callerId }) => void events.push(['finished', result.ok, callerId]),
    )
    await tw.execute(call('x'), { caller: { id: 'me', permissions: [] } })
    stop()
    await tw.execute(call('y'))
    assert.deepEqual(events, [
      ['started', 'echo'],
      ['finished', true, 'me'],
      ['started', 'echo'],
    ])
    assert.ok(lines.some(([code]) => code === 'TLS-OBS-001'))
  })

  it('costs a call nothing when logger, metrics or tracer throw', async () => {
    const broken = () => {
      throw new Error('no')
    }
    const tw = createToolwright({
      tools,
      logger: { log: broken },
      metrics: { record: broken },
      tracer: { startCall: broken },
    })
    assert.ok((await tw.execute(call('x'))).ok)
  })
})
