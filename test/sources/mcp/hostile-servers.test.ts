import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../../fixtures/mcp/is-alive.ts'
import { listed, scripted, untilState, withSource } from '../../fixtures/mcp/scripted.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'))
after(() => rmSync(folder, { recursive: true }))

/** One attempt, and no other. */
const ONCE = { maxReconnectAttempts: 0, connectTimeoutMs: 1_500 } as const

describe('a hostile MCP server', () => {
  const endings = [
    ['exit-at-start', /^it ended with exit code 3; it last said: cannot find the configuration$/],
    ['exit-at-handshake', /no handshake today$/],
    ['exit-at-list', /^its tools could not be listed: .*/],
    ['garbage', /lines that are no JSON-RPC/],
    ['long-line', /a message of more than 1048576 bytes/],
    ['silent', /timed out/i],
    ['wrong-ids', /its tools could not be listed/],
  ] as const
  for (const [mode, reason] of endings) {
    it(`fails with a reason when it does this: ${mode}`, async () => {
      const before = process.memoryUsage().rss
      await withSource(scripted({ mode }, { ...ONCE, maxMessageBytes: 1_048_576 }), (source) => {
        assert.equal(source.state.status, 'failed')
        assert.match(source.state.reason ?? '', reason)
        assert.deepEqual(source.tools(), [])
      })
      assert.ok(process.memoryUsage().rss - before < 150_000_000)
    })
  }

  it('leads to no more pages than a list may have', async () => {
    for (const mode of ['circle', 'endless-pages']) {
      await withSource(scripted({ mode }, { connectTimeoutMs: 20_000 }), (source) => {
        assert.equal(source.state.status, 'ready')
        assert.match(source.problems()[0]?.message ?? '', /in a circle|more than 500 pages/)
      })
    }
  })

  it('has a thousand tools at most, unless more are asked for', async () => {
    await withSource(scripted({ mode: 'many' }), (source) => {
      assert.equal(source.tools().length, 1_000)
      assert.match(source.problems()[0]?.message ?? '', /lists more than 1000 tools/)
    })
    await withSource(scripted({ mode: 'many' }, { only: ['tool_99999'], maxTools: 1 }), (source) => {
      assert.deepEqual(
        source.tools().map(({ definition }) => definition.name),
        ['tool_99999'],
      )
    })
  })

  it('loses its connection when it floods', async () => {
    await withSource(
      scripted({ mode: 'flood', tools: [listed('one')] }, { maxReconnectAttempts: 0 }),
      async (source) => {
        const state = await untilState(source, 'failed')
        assert.ok(state.reason !== undefined)
        assert.equal(source.tools().length, 1)
        assert.match(
          source
            .problems()
            .map(({ message }) => message)
            .join(),
          /messages in 5000 ms unasked/,
        )
      },
    )
  })

  it(
    'does not outlive a host that is killed',
    { skip: process.platform === 'win32' && 'there are no process groups' },
    async () => {
      const childFile = join(folder, 'child')
      const program = `
      import { connectMcp } from ${JSON.stringify(import.meta.resolve('../../../src/sources/mcp/connect-mcp.ts'))}
      import { scripted } from ${JSON.stringify(import.meta.resolve('../../fixtures/mcp/scripted.ts'))}
      const source = await connectMcp(scripted({ childFile: ${JSON.stringify(childFile)} }))
      process.stdout.write(source.state.status)`
      const host = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [said] = (await once(host.stdout, 'data')) as [Buffer]
      assert.equal(String(said), 'ready')
      const child = Number(readFileSync(childFile, 'utf8'))
      assert.equal(isAlive(child), true)
      host.kill('SIGKILL')
      for (let tries = 0; tries < 300 && isAlive(child); tries++) await pause(10)
      assert.equal(isAlive(child), false)
    },
  )
})
