import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { hashTool } from '../../../src/define/tool-hash.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import { toContent } from '../../../src/results/to-content.ts'
import { connectMcp } from '../../../src/sources/mcp/connect-mcp.ts'
import { elicitByApproval } from '../../../src/sources/mcp/elicit-by-approval.ts'
import { isAlive } from '../../fixtures/mcp/is-alive.ts'
import {
  fakeContext,
  listed,
  run,
  scripted,
  toolNamed,
  untilState,
  withSource,
} from '../../fixtures/mcp/scripted.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'))
after(() => rmSync(folder, { recursive: true }))

const contentOf = (output: unknown): unknown => {
  const { content, error } = toContent(output, 10_000_000)
  return error ?? content
}
const named = (...names: readonly string[]): object => ({ tools: names.map((name) => listed(name)) })

describe('an MCP source over standard input and output', () => {
  it('lists tools and calls them', async () => {
    await withSource(scripted(named('say-it')), async (source) => {
      assert.equal(source.state.status, 'ready')
      assert.deepEqual(source.server, {
        name: 'scripted',
        version: '1.0.0',
        protocolVersion: '2025-06-18',
        instructions: undefined,
      })
      assert.deepEqual(contentOf(await run(source, 'say_it', { a: 1 })), {
        type: 'text',
        text: 'say-it: {"a":1}',
      })
      assert.deepEqual(source.problems(), [])
    })
  })

  it('starts the program with nothing of the environment of the host', async () => {
    process.env['TOOLWRIGHT_TEST_SECRET'] = 'hidden'
    try {
      await withSource(scripted(named('environment'), { env: { API_KEY: 'given' } }), async (source) => {
        const { text } = contentOf(await run(source, 'environment')) as { text: string }
        const names = Object.keys(JSON.parse(text) as object).sort()
        assert.deepEqual(
          names.filter((name) => name !== 'LANG'),
          ['API_KEY', 'HOME', 'PATH'],
        )
      })
    } finally {
      delete process.env['TOOLWRIGHT_TEST_SECRET']
    }
  })

  it('ends the program with everything it has started', async () => {
    const childFile = join(folder, 'child')
    const source = await connectMcp(scripted({ childFile }))
    const child = Number(readFileSync(childFile, 'utf8'))
    assert.equal(isAlive(child), true)
    await source.close()
    assert.equal(source.state.status, 'closed')
    for (let tries = 0; tries < 100 && isAlive(child); tries++) await pause(10)
    assert.equal(isAlive(child), false)
  })

  it('follows the list in one step, and changes what is changed', async () => {
    const script = {
      tools: [listed('change'), listed('stay'), listed('grow'), listed('go')],
      laterTools: [
        listed('change'),
        listed('stay'),
        listed('grow', { description: 'Does more' }),
        listed('come'),
      ],
    }
    await withSource(scripted(script), async (source) => {
      const before = source.tools()
      const hash = hashTool(toolNamed(source, 'grow'))
      const changes: unknown[] = []
      const changed = new Promise<void>((resolve) =>
        source.on('tools-changed', (change) => {
          changes.push(change)
          resolve()
        }),
      )
      await run(source, 'change')
      await changed
      assert.deepEqual(changes, [{ added: ['come'], removed: ['go'], changed: ['grow'] }])
      assert.equal(toolNamed(source, 'stay'), before[1])
      assert.notEqual(hashTool(toolNamed(source, 'grow')), hash)
    })
  })

  it('tells of a program that ends during a call, with its last words and without the key', async () => {
    await withSource(scripted(named('crash'), { env: { API_KEY: 'sesame-open' } }), async (source) => {
      const reconnected = new Promise<void>((resolve) =>
        source.on('state-changed', ({ status }) => {
          if (status === 'ready') resolve()
        }),
      )
      assert.deepEqual(contentOf(await run(source, 'crash')), {
        message:
          "the MCP server 'scripted' was lost during the call. Whether the call took effect is not known. It last said: out of memory, the key is <secret>",
        retryable: false,
      })
      await reconnected
      assert.equal(source.tools().length, 1)
    })
  })

  it('keeps its tools while the server is away; calls say so', async () => {
    const script = { mode: 'exit-after-list', ...named('one') }
    await withSource(
      scripted(script, { reconnectDelayMs: 60_000, maxReconnectDelayMs: 60_000 }),
      async (source) => {
        const state = await untilState(source, 'reconnecting')
        assert.equal(state.reason, 'it ended with exit code 3; it last said: gone again')
        assert.ok(state.nextAttemptAt !== undefined)
        assert.equal(source.tools().length, 1)
        await assert.rejects(run(source, 'one'), (thrown) => {
          assert.ok(ToolwrightError.is(thrown, 'SOURCE_UNAVAILABLE'))
          assert.equal(thrown.retryable, true)
          assert.match(
            thrown.message,
            /^the MCP server 'scripted' is reconnecting \(it ended with exit code 3/,
          )
          return true
        })
      },
    )
  })

  it('gives up after the attempts it is allowed', async () => {
    const options = scripted({ mode: 'exit-after-list' }, { maxReconnectAttempts: 2, reconnectDelayMs: 1 })
    await withSource(options, async (source) => {
      const { attempts } = await untilState(source, 'failed')
      assert.equal(attempts, 3)
    })
  })

  it('fails at once where trying again is of no use', async () => {
    await withSource({ name: 'none', command: '/no/such/program' }, (source) => {
      assert.equal(source.state.status, 'failed')
      assert.match(source.state.reason ?? '', /ENOENT/)
    })
  })

  it('starts a program again that ends when it is asked for its version', async () => {
    await withSource(scripted({ mode: 'exit-at-probe', ...named('one') }), (source) => {
      assert.equal(source.state.status, 'ready')
      assert.equal(source.tools().length, 1)
    })
  })

  it('cancels at the server what is cancelled here', async () => {
    const file = join(folder, 'cancelled')
    await withSource(scripted(named('hang'), { env: { CANCEL_FILE: file } }), async (source) => {
      const controller = new AbortController()
      const call = run(source, 'hang', {}, fakeContext(controller.signal))
      await pause(50)
      const reason = new DOMException('enough', 'AbortError')
      controller.abort(reason)
      await assert.rejects(call, (thrown) => thrown === reason)
      for (let tries = 0; tries < 100; tries++) {
        try {
          const { reason } = JSON.parse(readFileSync(file, 'utf8')) as { reason: string }
          return assert.equal(reason, 'AbortError: enough')
        } catch {
          await pause(10)
        }
      }
      assert.fail('the server was not told')
    })
  })

  it('waits as long as there is progress, and no longer than silence may last', async () => {
    await withSource(scripted(named('slow', 'hang'), { idleTimeoutMs: 150 }), async (source) => {
      const context = fakeContext()
      assert.deepEqual(contentOf(await run(source, 'slow', {}, context)), { type: 'text', text: 'done' })
      assert.deepEqual(context.updates[0], { message: 'on it', progress: 1, total: 4 })
      await assert.rejects(run(source, 'hang'), (thrown) => ToolwrightError.is(thrown, 'EXECUTE_TIMEOUT'))
    })
  })

  it('tells what a server refuses', async () => {
    await withSource(scripted(named('refuse')), async (source) => {
      assert.deepEqual(contentOf(await run(source, 'refuse')), {
        message: "the MCP server 'scripted' refused the call: not like this",
        retryable: false,
        details: { code: -32_602 },
      })
    })
  })

  it('takes results of another form for a failure', async () => {
    await withSource(scripted(named('reply')), async (source) => {
      const reply = async (result: object): Promise<unknown> => contentOf(await run(source, 'reply', result))
      assert.match(((await reply({ content: 7 })) as { message: string }).message, /gave no usable answer/)
      assert.deepEqual(await reply({ content: [{ type: 'text', text: 'bad' }], isError: true }), {
        message: 'bad',
        retryable: false,
      })
    })
  })
})

describe('what a server asks for', () => {
  it('is declined and said where there is nobody to ask', async () => {
    await withSource(scripted(named('ask')), async (source) => {
      assert.deepEqual(contentOf(await run(source, 'ask')), { type: 'text', text: '{"action":"decline"}' })
      assert.match(source.problems()[0]?.message ?? '', /asks the user 'Which city\?', which was declined/)
    })
  })

  it('is put to whoever answers, however long that takes', async () => {
    const asked: unknown[] = []
    const options = scripted(named('ask'), {
      idleTimeoutMs: 60,
      async onElicit({ server, message, toolName }) {
        asked.push({ server, message, toolName })
        await pause(200)
        return { action: 'accept', content: { city: 'Bergen' } }
      },
    })
    await withSource(options, async (source) => {
      assert.deepEqual(contentOf(await run(source, 'ask', {}, fakeContext(undefined, 'ask'))), {
        type: 'text',
        text: '{"action":"accept","content":{"city":"Bergen"}}',
      })
    })
    assert.deepEqual(asked, [{ server: 'scripted', message: 'Which city?', toolName: 'ask' }])
  })

  it('gets no answer that does not fit, and none of a callback that throws', async () => {
    const answers = [() => ({ action: 'accept', content: { city: 5 } }) as const, () => assert.fail('no')]
    for (const onElicit of answers) {
      await withSource(scripted(named('ask'), { onElicit }), async (source) => {
        assert.deepEqual(contentOf(await run(source, 'ask')), { type: 'text', text: '{"action":"cancel"}' })
        assert.equal(source.problems().length, 1)
      })
    }
  })

  it('goes through an approval channel', async () => {
    const answers = ['approve', { decision: 'approve', arguments: { city: 'Bodø' } }, 'deny'] as const
    const heard: unknown[] = []
    for (const answer of answers) {
      const onElicit = elicitByApproval({ name: 'test', ask: () => answer })
      await withSource(scripted(named('ask'), { onElicit }), async (source) => {
        heard.push((contentOf(await run(source, 'ask')) as { text: string }).text)
      })
    }
    assert.deepEqual(heard, [
      '{"action":"accept","content":{"city":"Oslo"}}',
      '{"action":"accept","content":{"city":"Bodø"}}',
      '{"action":"decline"}',
    ])
  })

  it('is refused where it is a model or a directory, and says so', async () => {
    await withSource(scripted(named('sample', 'roots')), async (source) => {
      const { text } = contentOf(await run(source, 'sample')) as { text: string }
      assert.match(text, /-32601/)
      assert.match(text, /Toolwright does not answer sampling\/createMessage/)
      assert.match(source.problems()[0]?.message ?? '', /asks for `sampling\/createMessage`/)
    })
  })

  it('is told of the directories that were given', async () => {
    await withSource(scripted(named('roots'), { roots: ['/srv/data'] }), async (source) => {
      assert.deepEqual(contentOf(await run(source, 'roots')), {
        type: 'text',
        text: '{"roots":[{"uri":"file:///srv/data"}]}',
      })
    })
  })
})
