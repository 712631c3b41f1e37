import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { McpOptions } from '../../../src/sources/mcp/mcp-options.ts'
import type { McpSource } from '../../../src/sources/mcp/mcp-source.ts'
import { toContent } from '../../../src/results/to-content.ts'
import { type HandleRpc, type HttpServer, startHttpServer } from '../../fixtures/mcp/http-server.ts'
import { run, untilState, withSource } from '../../fixtures/mcp/scripted.ts'

async function withServer(
  handle: HandleRpc,
  use: (source: McpSource, server: HttpServer) => Promise<void> | void,
  more: Partial<McpOptions> = {},
): Promise<void> {
  const server = await startHttpServer(handle)
  try {
    const options = { name: 'web', url: server.url, reconnectDelayMs: 10, maxReconnectDelayMs: 20, ...more }
    await withSource(options, (source) => use(source, server))
  } finally {
    await server.close().catch(() => undefined)
  }
}

const none: HandleRpc = () => undefined
const messageOf = (output: unknown): string => toContent(output, 10_000).error?.message ?? 'no failure'

describe('an MCP source over HTTP', () => {
  it('lists tools and calls them', async () => {
    await withServer(none, async (source, { methods }) => {
      assert.deepEqual([source.state.status, source.server?.name], ['ready', 'loopback'])
      assert.deepEqual(toContent(await run(source, 'echo', { a: 1 }), 1_000).content, {
        type: 'text',
        text: '{"a":1}',
      })
      assert.deepEqual(methods, [
        'server/discover',
        'initialize',
        'notifications/initialized',
        'tools/list',
        'tools/call',
      ])
    })
  })

  it('asks nothing of a server that is said to be old', async () => {
    await withServer(none, (_source, { methods }) => assert.equal(methods[0], 'initialize'), {
      protocol: '2025',
    })
  })

  it('sends the headers, and says none of them', async () => {
    const seen: unknown[] = []
    const handle: HandleRpc = ({ method }, { request, response }) => {
      seen.push(request.headers['authorization'])
      if (method !== 'tools/call') return undefined
      response.writeHead(500).end(`who sends ${request.headers['authorization']}?`)
      return 'handled'
    }
    await withServer(
      handle,
      async (source) => {
        assert.deepEqual([...new Set(seen)], ['Bearer sesame-open'])
        const message = messageOf(await run(source, 'echo'))
        assert.match(message, /<secret>/)
        assert.doesNotMatch(message, /sesame/)
        assert.doesNotMatch(JSON.stringify(source.problems()), /sesame/)
      },
      { headers: { authorization: 'Bearer sesame-open' } },
    )
  })

  it('fails at once where credentials are refused', async () => {
    const handle: HandleRpc = (_request, { response }) => {
      response.writeHead(401).end()
      return 'handled'
    }
    await withServer(handle, (source) => {
      assert.equal(source.state.status, 'failed')
      assert.match(source.state.reason ?? '', /401/)
    })
  })

  it('notices at a call that the server is gone, and comes back with it', async () => {
    await withServer(none, async (source, server) => {
      await server.stop()
      assert.match(messageOf(await run(source, 'echo')), /^the MCP server 'web' was lost during the call/)
      const { reason } = await untilState(source, 'reconnecting')
      assert.ok(reason !== undefined)
      assert.equal(source.tools().length, 1)
      await server.start()
      await untilState(source, 'ready')
      assert.deepEqual(toContent(await run(source, 'echo'), 1_000).content, { type: 'text', text: '{}' })
    })
  })

  it('begins a new session where the old one is forgotten', async () => {
    let session = 0
    const handle: HandleRpc = (message, { request, response }) => {
      if (message.method === 'initialize') {
        session += 1
        response.setHeader('mcp-session-id', `s${session}`)
        return undefined
      }
      const given = request.headers['mcp-session-id']
      if (given === undefined || given === `s${session}`) return undefined
      response.writeHead(404).end('no such session')
      return 'handled'
    }
    await withServer(handle, async (source) => {
      session += 1
      assert.match(messageOf(await run(source, 'echo')), /was lost during the call/)
      await untilState(source, 'reconnecting')
      await untilState(source, 'ready')
      assert.deepEqual(toContent(await run(source, 'echo'), 1_000).content, { type: 'text', text: '{}' })
    })
  })

  it('ends a call whose stream ends without an answer', async () => {
    const handle: HandleRpc = ({ method }, { response }) => {
      if (method !== 'tools/call') return undefined
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': wait\n\n')
      setTimeout(() => response.destroy(), 20)
      return 'handled'
    }
    await withServer(handle, async (source) => {
      assert.match(messageOf(await run(source, 'echo')), /was lost during the call/)
    })
  })

  it('reads no more than a message may hold, in one piece or as a stream', async () => {
    const kinds = ['application/json', 'text/event-stream'] as const
    for (const kind of kinds) {
      const handle: HandleRpc = ({ method, id }, { response }) => {
        if (method !== 'tools/call') return undefined
        response.writeHead(200, { 'content-type': kind })
        const text = JSON.stringify({
          jsonrpc: '2.0',
          id,
          result: { content: [{ type: 'text', text: 'x'.repeat(300_000) }] },
        })
        response.end(kind === 'application/json' ? text : `data: ${text}\n\n`)
        return 'handled'
      }
      await withServer(
        handle,
        async (source) => assert.notEqual(messageOf(await run(source, 'echo')), 'no failure'),
        {
          maxMessageBytes: 100_000,
        },
      )
    }
  })

  it('reads a stream that is longer than a message may be', async () => {
    const handle: HandleRpc = ({ method, id }, { response }) => {
      if (method !== 'tools/call') return undefined
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const note = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: 'x'.repeat(900) },
      }
      for (let times = 0; times < 50; times++) response.write(`data: ${JSON.stringify(note)}\r\n\r\n`)
      const result = { content: [{ type: 'text', text: 'end' }] }
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
      return 'handled'
    }
    await withServer(
      handle,
      async (source) =>
        assert.deepEqual(toContent(await run(source, 'echo'), 1_000).content, { type: 'text', text: 'end' }),
      { maxMessageBytes: 2_000 },
    )
  })

  it('does not follow a redirect to elsewhere', async () => {
    const elsewhere = await startHttpServer(none)
    try {
      const handle: HandleRpc = (_request, { response }) => {
        response.writeHead(307, { location: elsewhere.url }).end()
        return 'handled'
      }
      await withServer(handle, (source) => assert.notEqual(source.state.status, 'ready'), {
        maxReconnectAttempts: 0,
      })
      assert.deepEqual(elsewhere.methods, [])
    } finally {
      await elsewhere.close()
    }
  })
})
