import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OpenAiAgentsTool, toOpenAiAgentsTools } from '../../src/interop/open-ai-agents-tools.ts'
import { ADD_SCHEMA, createSample, type Sample } from './sample-tools.ts'

function agentsTool(name: string, { toolwright }: Sample = createSample()): OpenAiAgentsTool {
  const [tool] = toOpenAiAgentsTools(toolwright, { only: [name] })
  assert.ok(tool)
  return tool
}

/** The words of an answer that is text. */
async function wordsOf(answer: ReturnType<OpenAiAgentsTool['invoke']>): Promise<string> {
  const output = await answer
  assert.ok(typeof output === 'string')
  return output
}

describe('tools for the OpenAI Agents SDK', () => {
  it('are function tools with the schema of the definition, not strict', () => {
    const { type, name, description, parameters, strict } = agentsTool('add')
    assert.deepEqual(
      { type, name, description, parameters, strict },
      {
        type: 'function',
        name: 'add',
        description: 'Adds two numbers',
        parameters: ADD_SCHEMA,
        strict: false,
      },
    )
  })

  it('ask for no approval there, and are enabled while they are here', async () => {
    const sample = createSample()
    const tool = agentsTool('delete_all', sample)
    assert.equal(await tool.needsApproval(), false)
    assert.equal(await tool.isEnabled(), true)
    sample.toolwright.registry.disable('delete_all')
    assert.equal(await tool.isEnabled(), false)
  })

  it('read their arguments from text, and keep the id of the call', async () => {
    const sample = createSample()
    const details = { toolCall: { callId: 'call_7' } }
    const output = await agentsTool('add', sample).invoke({}, '{"a":1,"b":2}', details)
    assert.equal(output, '{\n  "sum": 3\n}')
    assert.deepEqual(sample.ran, ['call_7'])
  })

  it('answer a failure with its reason', async () => {
    const sample = createSample()
    assert.match(await wordsOf(agentsTool('delete_all', sample).invoke({}, '{}')), /^Error: .*not today/)
    assert.match(await wordsOf(agentsTool('break_down', sample).invoke({}, '{}')), /^Error: .*unplugged/)
    assert.match(await wordsOf(agentsTool('add', sample).invoke({}, '{"a":1')), /^Error: /)
    assert.deepEqual(sample.ran, [])
  })

  it('are cancelled by the signal of the SDK', async () => {
    const sample = createSample()
    const details = { signal: AbortSignal.abort() }
    const answer = agentsTool('add', sample).invoke({}, '{"a":1,"b":2}', details)
    assert.match(await wordsOf(answer), /^Error: .*cancelled/)
    assert.deepEqual(sample.ran, [])
  })

  it('give text and pictures; what the SDK has no word for is named', async () => {
    assert.equal(await agentsTool('greet').invoke({}, '{}'), 'hello')
    assert.deepEqual(await agentsTool('show').invoke({}, '{}'), [
      { type: 'text', text: 'a text' },
      { type: 'image', image: 'data:image/png;base64,aW1hZ2U=' },
      { type: 'text', text: '[audio audio/wav]' },
      { type: 'text', text: 'the notes' },
      { type: 'text', text: '[resource file:///data.bin]' },
      { type: 'text', text: '[resource file:///far]' },
    ])
  })
})
