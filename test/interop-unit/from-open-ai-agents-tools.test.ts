import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromOpenAiAgentsTools } from '../../src/interop/from-open-ai-agents-tools.ts'
import { toOpenAiAgentsTools } from '../../src/interop/open-ai-agents-tools.ts'
import { outcomeOf, runImported } from './run-imported.ts'
import { ADD_SCHEMA, createSample } from './sample-tools.ts'

const functionTool = (invoke: (...given: unknown[]) => unknown) => ({
  type: 'function',
  name: 'add',
  description: 'Adds',
  parameters: ADD_SCHEMA,
  invoke,
})

describe('tools of the OpenAI Agents SDK', () => {
  it('get a context, their arguments as text, and the call', async () => {
    const seen: unknown[] = []
    const imported = fromOpenAiAgentsTools([
      functionTool((context, input, details) => {
        const { toolCall, signal } = details as { readonly toolCall: unknown; readonly signal: unknown }
        seen.push(context, input, toolCall, signal instanceof AbortSignal)
        return 'three'
      }),
    ])
    const result = await runImported(imported, { a: 1, b: 2 })
    assert.deepEqual(outcomeOf(result), { type: 'text', text: 'three' })
    const input = '{"a":1,"b":2}'
    assert.deepEqual(seen, [
      { context: {} },
      input,
      { type: 'function_call', callId: 'call_1', name: 'add', arguments: input, status: 'completed' },
      true,
    ])
  })

  it('get the context that was given for them', async () => {
    const runContext = { context: { user: 'ann' } }
    const tools = [functionTool((context) => (context === runContext ? 'mine' : 'another'))]
    const result = await runImported(fromOpenAiAgentsTools(tools, { runContext }), { a: 1, b: 2 })
    assert.deepEqual(outcomeOf(result), { type: 'text', text: 'mine' })
  })

  it('are a problem when a server runs them', () => {
    const { problems } = fromOpenAiAgentsTools([{ ...functionTool(() => 3), type: 'hosted_tool' }])
    assert.deepEqual(
      problems.map(({ toolName, code }) => [toolName, code]),
      [['add', 'DEFINE_IMPLEMENTATION_MISSING']],
    )
  })

  it('never run unasked where they want approval, whatever danger level they were given', async () => {
    for (const [answer, dangerLevel, ran] of [
      [true, 'low', 0],
      [undefined, 'safe', 0],
      [false, 'low', 1],
      [true, 'high', 1],
    ] as const) {
      let count = 0
      const asked: unknown[] = []
      const tool = {
        ...functionTool(() => ++count),
        needsApproval: async (...given: unknown[]) => (asked.push(given[1]), answer),
      }
      const result = await runImported(fromOpenAiAgentsTools([tool], { dangerLevel }), { a: 1, b: 2 })
      assert.equal(count, ran)
      if (dangerLevel !== 'high') assert.deepEqual(asked, [{ a: 1, b: 2 }])
      if (ran === 0)
        assert.match(result.status === 'failed' ? result.error.message : '', /danger level `high`/)
    }
  })

  it('may be our own, there and back', async () => {
    const { toolwright } = createSample()
    const back = fromOpenAiAgentsTools(toOpenAiAgentsTools(toolwright, { only: ['greet'] }))
    assert.deepEqual(outcomeOf(await runImported(back)), { type: 'text', text: 'hello' })
  })
})
