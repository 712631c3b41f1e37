import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromUnknown, messageOf } from '../../src/errors/from-unknown.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'

const hostile: unknown = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
    getPrototypeOf() {
      throw new Error('no')
    },
  },
)

describe('ToolwrightError', () => {
  it('takes the cure of its code as hint, unless one is given', () => {
    assert.equal(new ToolwrightError('TOOL_NOT_FOUND', 'gone').hint, 'Call one of the names offered.')
    assert.equal(new ToolwrightError('TOOL_NOT_FOUND', 'gone', { hint: 'look again' }).hint, 'look again')
  })

  it('is recognised across copies of the package, by brand and code', () => {
    const foreign = { [Symbol.for('toolwright.error')]: true, code: 'TOOL_DISABLED' }
    assert.ok(ToolwrightError.is(foreign))
    assert.ok(ToolwrightError.is(foreign, 'TOOL_DISABLED'))
    assert.ok(!ToolwrightError.is(foreign, 'TOOL_NOT_FOUND'))
    assert.ok(!ToolwrightError.is(new Error('plain')))
    assert.ok(!ToolwrightError.is(null))
    assert.ok(!ToolwrightError.is(hostile))
  })

  it('renders as JSON without stack or cause', () => {
    const error = new ToolwrightError('EXECUTE_TIMEOUT', 'late', {
      toolName: 'x',
      details: { limitMs: 5 },
      cause: new Error('why'),
    })
    assert.deepEqual(JSON.parse(JSON.stringify(error)), {
      code: 'EXECUTE_TIMEOUT',
      message: 'late',
      hint: 'Ask for less, or raise the limit.',
      retryable: true,
      tool_name: 'x',
      details: { limitMs: 5 },
    })
    assert.ok(error.cause instanceof Error)
  })
})

describe('fromUnknown', () => {
  it('leaves our own errors as they are', () => {
    const error = new ToolwrightError('TOOL_DISABLED', 'off')
    assert.equal(fromUnknown(error), error)
  })

  it('keeps the message and the cause of others', () => {
    const cause = new TypeError('bad')
    const error = fromUnknown(cause, 'EXECUTE_FAILED', 'my_tool')
    assert.deepEqual(
      [error.code, error.message, error.toolName, error.cause],
      ['EXECUTE_FAILED', 'bad', 'my_tool', cause],
    )
  })

  it('reads a message out of anything, and never throws', () => {
    assert.equal(messageOf('text'), 'text')
    assert.equal(messageOf(undefined), 'undefined')
    assert.equal(messageOf({ message: 'inside' }), 'inside')
    assert.equal(messageOf({ code: 7 }), '{"code":7}')
    assert.equal(messageOf(new Error('')), 'Error')
    assert.equal(messageOf(hostile), 'something unreadable was thrown')
    assert.equal(messageOf('x'.repeat(10_000)).length, 4_096)
  })
})
