import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { connectMcp } from '../../../src/sources/mcp/connect-mcp.ts'
import { backoffMs } from '../../../src/sources/mcp/backoff.ts'
import { type McpOptions, readMcpOptions } from '../../../src/sources/mcp/mcp-options.ts'

const refused: readonly (readonly [string, object, RegExp])[] = [
  ['no name', { command: 'x' }, /needs a `name`/],
  ['a name with a space', { name: 'a b', command: 'x' }, /`name` of `connectMcp` must be a name/],
  ['no way to reach it', { name: 'a' }, /either `command`.* or `url`/],
  ['two ways to reach it', { name: 'a', command: 'x', url: 'http://localhost' }, /either `command`/],
  [
    'headers for a program',
    { name: 'a', command: 'x', headers: {} },
    /`headers` .* is for a server with `url`/,
  ],
  ['arguments for an address', { name: 'a', url: 'http://localhost', args: [] }, /`args` .* with `command`/],
  ['another scheme', { name: 'a', url: 'file:///a' }, /an http or https address/],
  [
    'an unknown level',
    { name: 'a', command: 'x', danger: { b: 'mild' } },
    /safe, low, medium, high, critical/,
  ],
  ['a misspelt option', { name: 'a', command: 'x', dangers: {} }, /Did you mean `danger`/],
  ['a relative root', { name: 'a', command: 'x', roots: ['data'] }, /absolute paths/],
  [
    'a call that may run for an hour',
    { name: 'a', command: 'x', callTimeoutMs: 3_600_000 },
    /from 1000 to 600000/,
  ],
]

describe('the options of connectMcp', () => {
  for (const [what, options, message] of refused) {
    it(`refuse ${what}`, async () => {
      await assert.rejects(connectMcp(options as McpOptions), (thrown) => {
        assert.ok(ToolwrightError.is(thrown, 'OPTION_INVALID'))
        assert.match(thrown.message, message)
        return true
      })
    })
  }

  it('have defaults', () => {
    const { reach, ...rest } = readMcpOptions({ name: 'a', url: 'http://localhost/mcp' })
    assert.equal(reach.kind, 'http')
    assert.deepEqual(rest, {
      name: 'a',
      prefix: undefined,
      only: undefined,
      danger: new Map(),
      protocol: 'auto',
      roots: undefined,
      onElicit: undefined,
      connectTimeoutMs: 30_000,
      idleTimeoutMs: 30_000,
      callTimeoutMs: 60_000,
      maxOutputBytes: 10_485_760,
      maxMessageBytes: 16_777_216,
      maxTools: 1_000,
      reconnectDelayMs: 500,
      maxReconnectDelayMs: 30_000,
      maxReconnectAttempts: Infinity,
    })
  })
})

describe('the pauses between attempts', () => {
  const settings = { reconnectDelayMs: 100, maxReconnectDelayMs: 1_000, maxReconnectAttempts: Infinity }

  it('double up to their limit', () => {
    const pauses = [1, 2, 3, 4, 5, 500].map((attempts) => backoffMs(settings, attempts, 1))
    assert.deepEqual(pauses, [100, 200, 400, 800, 1_000, 1_000])
  })

  it('are a random half shorter', () => {
    assert.equal(backoffMs(settings, 2, 0), 100)
    assert.equal(backoffMs(settings, 2, 0.5), 150)
  })
})
