import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import { fail, pend, succeed } from '../../src/results/create-result.ts'

const call = { id: 'c1', name: 'get_weather' }

describe('succeed', () => {
  it('builds a result with defaults, in one order of keys', () => {
    const result = succeed(call, { type: 'text', text: 'hi' })
    assert.deepEqual(Object.entries(result), [
      ['ok', true],
      ['status', 'succeeded'],
      ['callId', 'c1'],
      ['toolName', 'get_weather'],
      ['content', { type: 'text', text: 'hi' }],
      ['durationMs', 0],
      ['truncated', false],
      ['notes', []],
    ])
  })

  it('carries facts, resources and the echo of the call', () => {
    const note = { kind: 'default', path: 'unit', message: 'celsius' } as const
    const facts = { durationMs: 5, truncated: true, notes: [note], resources: { cpuMs: 2 } }
    assert.deepEqual(succeed({ ...call, echo: { sig: 1 } }, { type: 'json', value: 1 }, facts), {
      ok: true,
      status: 'succeeded',
      callId: 'c1',
      toolName: 'get_weather',
      content: { type: 'json', value: 1 },
      durationMs: 5,
      truncated: true,
      notes: [note],
      resources: { cpuMs: 2 },
      echo: { sig: 1 },
    })
  })
})

describe('fail', () => {
  it('shows the model the message and keeps the error', () => {
    const error = { code: 'EXECUTE_FAILED', message: 'no such city', retryable: false } as const
    const result = fail(call, error, { durationMs: 3 })
    assert.deepEqual(result, {
      ok: false,
      status: 'failed',
      callId: 'c1',
      toolName: 'get_weather',
      content: { type: 'text', text: 'Error: no such city' },
      durationMs: 3,
      truncated: false,
      notes: [],
      error,
    })
  })

  it('takes a thrown error without its stack and cause', () => {
    const thrown = new ToolwrightError('EXECUTE_TIMEOUT', 'tool execution timed out after 5ms', {
      cause: new Error('secret'),
      details: { limitMs: 5, at: new Date(0) },
    })
    assert.deepEqual(fail(call, thrown).error, {
      code: 'EXECUTE_TIMEOUT',
      message: 'tool execution timed out after 5ms',
      retryable: true,
      details: { limitMs: 5, at: '1970-01-01T00:00:00.000Z' },
    })
    assert.deepEqual(Object.keys(fail(call, new ToolwrightError('INTERNAL', 'x')).error), [
      'code',
      'message',
      'retryable',
    ])
  })

  it('echoes what the provider wants back', () => {
    assert.equal(fail({ ...call, echo: 7 }, new ToolwrightError('INTERNAL', 'x')).echo, 7)
  })
})

describe('pend', () => {
  it('says that the call has not run', () => {
    const result = pend({ ...call, echo: 1 }, { id: 'a1', expiresAt: '2030-01-01T00:00:00.000Z' })
    assert.equal(result.status, 'pending')
    assert.equal(result.ok, false)
    assert.deepEqual(result.content, {
      type: 'text',
      text: 'The call waits for approval; it has not run yet.',
    })
    assert.deepEqual(result.approval, { id: 'a1', expiresAt: '2030-01-01T00:00:00.000Z' })
    assert.equal(result.echo, 1)
  })
})
