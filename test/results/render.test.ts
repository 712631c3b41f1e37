import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fail, pend, succeed } from '../../src/results/create-result.ts'
import { resultsToNeutral, resultToMessage, resultToText } from '../../src/results/render.ts'

const call = { id: 'c1', name: 'get_weather' }
const text = succeed(call, { type: 'text', text: 'sunny\n' }, { durationMs: 12 })
const json = succeed(call, { type: 'json', value: { celsius: 21 } })
const failed = fail(call, { code: 'EXECUTE_FAILED', message: 'no such city', retryable: false })
const pending = pend(call, { id: 'a1' })
const mixed = succeed(call, {
  type: 'parts',
  parts: [
    { type: 'text', text: 'look' },
    { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    { type: 'resource', uri: 'a:b' },
    { type: 'resource', uri: 'a:c', mimeType: 'text/plain', text: 'body' },
  ],
})
const mixedParts = [
  { type: 'text', text: 'look' },
  { type: 'image', data: 'aGk=', mime_type: 'image/png' },
  { type: 'resource', uri: 'a:b' },
  { type: 'resource', uri: 'a:c', mime_type: 'text/plain', text: 'body' },
]

describe('resultToText', () => {
  it('leaves text, indents JSON, names errors, describes binary parts', () => {
    assert.equal(resultToText(text), 'sunny\n')
    assert.equal(resultToText(json), '{\n  "celsius": 21\n}')
    assert.equal(resultToText(failed), 'Error: no such city')
    assert.equal(resultToText(pending), 'The call waits for approval; it has not run yet.')
    assert.equal(resultToText(mixed), 'look\n[image image/png, 2 bytes]\n[resource a:b]\nbody')
  })
})

describe('resultToMessage', () => {
  it('writes snake_case and keeps the tag of the content', () => {
    assert.deepEqual(resultToMessage(text), {
      tool_call_id: 'c1',
      name: 'get_weather',
      content: { type: 'text', text: 'sunny\n' },
      success: true,
      execution_time_ms: 12,
    })
    assert.deepEqual(resultToMessage(failed), {
      tool_call_id: 'c1',
      name: 'get_weather',
      content: { type: 'text', text: 'Error: no such city' },
      success: false,
      execution_time_ms: 0,
    })
    assert.deepEqual(resultToMessage(mixed).content, { type: 'parts', parts: mixedParts })
  })
})

describe('resultsToNeutral', () => {
  it('gives the bare value, or null and the error', () => {
    assert.deepEqual(resultsToNeutral([text, json, failed, pending, mixed]), {
      tool_results: [
        { call_id: 'c1', result: 'sunny\n' },
        { call_id: 'c1', result: { celsius: 21 } },
        { call_id: 'c1', result: null, error: 'no such city' },
        { call_id: 'c1', result: 'The call waits for approval; it has not run yet.' },
        { call_id: 'c1', result: mixedParts },
      ],
    })
  })
})
