import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import {
  connectMcp,
  createToolwright,
  followSource,
  type McpOptions,
  type McpSource,
  type ToolResult,
  type Toolwright,
} from '../../src/index.ts'
import { createDualServer, laterTools } from './dual-server.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-mcp-')))
after(() => rmSync(folder, { recursive: true }))

const program = (name: string, ...args: readonly string[]): Pick<McpOptions, 'command' | 'args'> => ({
  command: process.execPath,
  args: [fileURLToPath(import.meta.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)), ...args],
})

interface Use {
  readonly source: McpSource
  readonly host: Toolwright
  call(name: string, args?: object): Promise<ToolResult>
}

async function withHost(options: McpOptions, use: (use: Use) => Promise<void>): Promise<void> {
  const source = await connectMcp(options)
  try {
    assert.equal(source.state.status, 'ready', source.state.reason)
    const host = createToolwright({ approve: () => 'approve' })
    assert.deepEqual(followSource(host.registry, source).problems(), [])
    let calls = 0
    const call = (name: string, args: object = {}): Promise<ToolResult> =>
      host.execute({ id: `call_${++calls}`, name, arguments: JSON.stringify(args) })
    await use({ source, host, call })
  } finally {
    await source.close()
  }
}

const namesOf = (source: McpSource): string[] => source.tools().map(({ definition }) => definition.name)

describe('server-everything', () => {
  it('is taken over whole, and every kind of result comes through', async () => {
    await withHost({ name: 'everything', ...program('everything', 'stdio') }, async ({ source, call }) => {
      assert.deepEqual(source.problems(), [])
      assert.ok(namesOf(source).length >= 12)
      const echo = await call('echo', { message: 'hello' })
      assert.deepEqual(echo.content, { type: 'text', text: 'Echo: hello' })
      const weather = await call('get_structured_content', { location: 'Chicago' })
      assert.equal(weather.content.type, 'json')
      const picture = await call('get_tiny_image')
      assert.ok(
        picture.content.type === 'parts' && picture.content.parts.some(({ type }) => type === 'image'),
      )
      const links = await call('get_resource_links', { count: 2 })
      assert.ok(links.content.type === 'parts' && links.content.parts.some(({ type }) => type === 'resource'))
      const wrong = await call('get_sum', { a: 'one' })
      assert.equal(wrong.ok === false && wrong.status === 'failed' && wrong.error.code, 'ARGUMENTS_INVALID')
    })
  })

  it('asks the user through the callback', async () => {
    const asked: string[] = []
    const options: McpOptions = {
      name: 'everything',
      ...program('everything', 'stdio'),
      onElicit({ message, toolName }) {
        asked.push(`${toolName}: ${message}`)
        return { action: 'accept', content: { name: 'Ada' } }
      },
    }
    await withHost(options, async ({ call }) => {
      const { content } = await call('trigger_elicitation_request')
      assert.match(JSON.stringify(content), /Ada/)
      assert.match(asked[0] ?? '', /^trigger_elicitation_request: /)
    })
  })

  it('is taken over over HTTP as well', async () => {
    const port = await freePort()
    const { args = [] } = program('everything', 'streamableHttp')
    const server = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' })
    try {
      await reachable(port)
      await withHost({ name: 'web', url: `http://127.0.0.1:${port}/mcp` }, async ({ source, call }) => {
        assert.ok(namesOf(source).length >= 12)
        const { content } = await call('get_sum', { a: 2, b: 3 })
        assert.deepEqual(content, { type: 'text', text: 'The sum of 2 and 3 is 5.' })
      })
    } finally {
      server.kill('SIGKILL')
    }
  })
})

describe('server-filesystem', () => {
  it('reads and writes where it may, and says no elsewhere', async () => {
    writeFileSync(join(folder, 'note.txt'), 'remember the milk')
    await withHost({ name: 'files', ...program('filesystem', folder) }, async ({ source, call }) => {
      assert.deepEqual(source.problems(), [])
      const levels = new Map(
        source.tools().map(({ definition }) => [definition.name, definition.dangerLevel]),
      )
      assert.equal(levels.get('read_text_file'), 'low')
      assert.equal(levels.get('write_file'), 'high')
      const read = await call('read_text_file', { path: join(folder, 'note.txt') })
      assert.match(JSON.stringify(read.content), /remember the milk/)
      const written = await call('write_file', { path: join(folder, 'new.txt'), content: 'bread' })
      assert.equal(written.ok, true)
      const refused = await call('read_text_file', { path: '/etc/hostname' })
      assert.equal(refused.ok, false)
      assert.match(JSON.stringify(refused.content), /denied/i)
    })
  })
})

describe('server-memory', () => {
  it('keeps a graph, checked against its output schemas', async () => {
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }
    await withHost(
      { name: 'memory', prefix: 'memory', ...program('memory'), env },
      async ({ source, call }) => {
        assert.deepEqual(source.problems(), [])
        assert.ok(namesOf(source).every((name) => name.startsWith('memory_')))
        const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }]
        const created = await call('memory_create_entities', { entities })
        assert.equal(created.ok, true, JSON.stringify(created.content))
        const { content } = await call('memory_read_graph')
        assert.match(JSON.stringify(content), /wrote programs/)
      },
    )
  })
})

describe('the official server library', () => {
  const use = async ({ source, call }: Use, protocolVersion: string): Promise<void> => {
    assert.deepEqual(source.server, {
      name: 'dual',
      version: '3.2.1',
      protocolVersion,
      instructions: 'Ask politely.',
    })
    const sum = await call('add_numbers', { a: 2, b: 3 })
    assert.deepEqual(sum.content, { type: 'json', value: { sum: 5 } })
  }
  const onElicit: McpOptions['onElicit'] = () => ({ action: 'accept', content: { city: 'Bergen' } })
  const started = {
    command: process.execPath,
    args: ['--no-warnings', fileURLToPath(import.meta.resolve('./dual-server.ts'))],
  }

  it('is spoken to in the era of 2026, which asks within the call', async () => {
    await withHost({ name: 'dual', ...started, onElicit }, async (host) => {
      await use(host, '2026-07-28')
      const { content } = await host.call('weather')
      assert.deepEqual(content, { type: 'text', text: 'Rain in Bergen' })
    })
  })

  it('is spoken to in the era of 2025 where that is asked for', async () => {
    await withHost({ name: 'dual', ...started, protocol: '2025' }, (host) => use(host, '2025-11-25'))
  })

  it('is followed over HTTP in the era of 2026', async () => {
    const handler = createMcpHandler(createDualServer)
    const serve = toNodeHandler(handler)
    const server = createServer(
      (request, response) => void serve(request as Parameters<typeof serve>[0], response),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const options = {
        name: 'dual',
        url: `http://127.0.0.1:${port}/mcp`,
        onElicit,
        protocol: '2026-07-28',
      } as const
      await withHost(options, async (host) => {
        await use(host, '2026-07-28')
        const { content } = await host.call('weather')
        assert.deepEqual(content, { type: 'text', text: 'Rain in Bergen' })
        const changed = new Promise<unknown>((resolve) => host.source.on('tools-changed', resolve))
        laterTools.push('later')
        handler.notify.toolsChanged()
        assert.deepEqual(await changed, { added: ['later'], removed: [], changed: [] })
        assert.equal((await host.call('later')).ok, true)
      })
    } finally {
      laterTools.length = 0
      await handler.close()
      server.closeAllConnections()
      server.close()
    }
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function reachable(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/mcp`)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error(`nothing answers on port ${port}`)
}
