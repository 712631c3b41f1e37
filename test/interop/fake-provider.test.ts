import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bedrock } from './fake-provider/bedrock.ts'
import { checkRequest } from './fake-provider/check-request.ts'
import { cohere } from './fake-provider/cohere.ts'
import { mistral } from './fake-provider/mistral.ts'
import { type Body, MODEL, type WireFormat } from './fake-provider/wire-format.ts'

const parameters = { type: 'object', properties: {} }
const user = { role: 'user', content: 'Hello' }
const functionTool = { type: 'function', function: { name: 'look', parameters } }

function assertRefused(format: WireFormat, bad: Body, reason: RegExp): void {
  assert.match(checkRequest(format, bad).join('\n'), reason)
}

describe('the judge of requests', () => {
  it('lets a good request pass', () => {
    const chat = { model: MODEL, messages: [user], tools: [functionTool] }
    assert.deepEqual(checkRequest(mistral, chat), [])
    assert.deepEqual(checkRequest(cohere, chat), [])
    const messages = [{ role: 'user', content: [{ text: 'Hello' }] }]
    assert.deepEqual(checkRequest(bedrock, { messages }), [])
  })

  it('sees a field that the provider does not know', () => {
    assertRefused(mistral, { model: MODEL, messages: [user], maxTokens: 5 }, /maxTokens/)
    assertRefused(
      cohere,
      { model: MODEL, messages: [user], parallel_tool_calls: true },
      /parallel_tool_calls/,
    )
    assertRefused(
      bedrock,
      { messages: [{ role: 'user', content: [{ text: 'Hi' }] }], stream: true },
      /stream/,
    )
  })

  it('sees ids that Mistral refuses, and content beside calls that Cohere refuses', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }
    const result = { role: 'tool', tool_call_id: 'call_1', content: 'fine' }
    const messages = [user, { role: 'assistant', content: 'Well.', tool_calls: [call] }, result]
    assertRefused(mistral, { model: MODEL, messages }, /pattern/)
    assertRefused(cohere, { model: MODEL, messages }, /messages\/1/)
  })

  it('sees a call that nobody answered', () => {
    const call = { id: 'callPari1', type: 'function', function: { name: 'look', arguments: '{}' } }
    const messages = [user, { role: 'assistant', content: '', tool_calls: [call] }]
    assertRefused(mistral, { model: MODEL, messages }, /calls callPari1 are answered by/)
  })

  it('sees two messages of one role in a row, and a bad name', () => {
    const message = { role: 'user', content: [{ text: 'Hello' }] }
    assertRefused(bedrock, { messages: [message, message] }, /take turns/)
    const tools = [{ ...functionTool, function: { name: 'look at', parameters } }]
    assertRefused(cohere, { model: MODEL, messages: [user], tools }, /tool name look at/)
  })
})
