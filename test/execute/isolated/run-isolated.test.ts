import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  defineCodeTool,
  defineCommandTool,
  defineModuleTool,
} from '../../../src/author/define-isolated-tool.ts'
import type { Tool } from '../../../src/define/tool.ts'
import { ToolwrightError } from '../../../src/errors/toolwright-error.ts'
import type { ExecuteOptions } from '../../../src/execute/call-context.ts'
import type { ToolResult } from '../../../src/results/tool-result.ts'
import { limitsOf } from '../../../src/define/limits-of.ts'
import { policyOfCall } from '../../../src/execute/isolated/policy-of-call.ts'
import { createToolwright, type ToolwrightOptions } from '../../../src/index.ts'
import { fakeTime } from '../fake-time.ts'
import { deferred, textTool } from '../sample-tools.ts'
import { fakeSandbox } from './fake-sandbox.ts'

let root: string
const base = { description: 'Does something', dangerLevel: 'safe' } as const
const TEXT = [{ name: 'text', type: 'string' }] as const
const codeOf = (result: ToolResult) => (result.status === 'failed' ? result.error.code : result.status)
const messageOf = (result: ToolResult) => (result.status === 'failed' ? result.error.message : '')

const command = (fields: Partial<Parameters<typeof defineCommandTool>[0]> = {}) =>
  defineCommandTool({ ...base, name: 'list', input: TEXT, argv: ['ls', '{text}'], ...fields })

async function run(
  tool: Tool,
  args: object,
  options: Partial<ToolwrightOptions> = {},
  callOptions: ExecuteOptions = {},
  answer?: Parameters<typeof fakeSandbox>[0],
) {
  const fake = fakeSandbox(answer)
  const tw = createToolwright({ tools: [tool], roots: [root], sandbox: fake.sandbox, ...options })
  const result = await tw.execute({ id: 'c1', name: tool.definition.name, arguments: args }, callOptions)
  return { result, job: fake.jobs[0], jobs: fake.jobs }
}

describe('a call of an isolated tool', () => {
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'isolated-')))
    mkdirSync(join(root, 'inner'))
    symlinkSync('/etc', join(root, 'out'))
  })
  after(() => rmSync(root, { recursive: true }))

  it('reaches the sandbox with its checked arguments, its context and its limits', async () => {
    const tool = defineModuleTool({ ...base, name: 'count', input: TEXT, file: '/app/tools.ts' })
    const { result, job } = await run(tool, { text: 'a' }, {}, { caller: { id: 'ada' }, conversationId: 'k' })
    assert.equal(result.status, 'succeeded')
    assert.deepEqual(result.resources, { cpuMs: 3 })
    assert.deepEqual(job?.program, { kind: 'module', file: '/app/tools.ts', exportName: 'default' })
    assert.deepEqual(job?.args, { text: 'a' })
    assert.equal(job?.policy.level, 'standard')
    assert.equal(job?.maxOutputBytes, 10 * 1024 * 1024)
    assert.deepEqual(job?.context, {
      callId: 'c1',
      toolName: 'count',
      callerId: 'ada',
      conversationId: 'k',
      channelId: undefined,
      workingDirectory: root,
      environment: {},
      captureStderr: true,
    })
  })

  it('runs at the level of its kind, raised by tool, caller, host or rule, never lowered', async () => {
    const code = defineCodeTool({ ...base, name: 'evaluate', input: [], code: 'return 1' })
    const strict = defineCodeTool({
      ...base,
      name: 'evaluate',
      input: [],
      code: 'return 1',
      constraints: { isolation: 'strict' },
    })
    const levelOf = async (...given: Parameters<typeof run>) => (await run(...given)).job?.policy.level
    assert.equal(await levelOf(code, {}), 'restricted')
    assert.equal(await levelOf(strict, {}), 'strict')
    assert.equal(await levelOf(strict, {}, {}, { isolation: 'restricted' }), 'restricted')
    assert.equal(await levelOf(strict, {}, { isolation: 'restricted' }), 'restricted')
    assert.equal(await levelOf(code, {}, { isolation: 'standard' }, { isolation: 'none' }), 'restricted')
    const rules = [{ name: 'isolate', tool: '*', isolation: 'restricted' }] as const
    assert.equal(await levelOf(strict, {}, { rules }), 'restricted')
    assert.equal(await levelOf(strict, {}, { rules: [{ ...rules[0], shadow: true }] }), 'strict')
  })

  it('fills the command line', async () => {
    const { job } = await run(command(), { text: 'a b; rm' })
    assert.deepEqual(job?.program, { kind: 'command', argv: ['ls', 'a b; rm'] })
    assert.equal(job?.policy.level, 'strict')
  })

  it('may reach what its tool lists, as real paths', async () => {
    const kept = await run(command({ constraints: { allow: { read: ['.'], write: ['inner'] } } }), {})
    assert.deepEqual([kept.job?.policy.read, kept.job?.policy.write], [[root], [join(root, 'inner')]])
  })

  it('is refused when its tool lists more than the host allows', async () => {
    for (const [allow, word] of [
      [{ read: ['/etc'] }, '/etc'],
      [{ write: ['..'] }, '..'],
      [{ read: ['out'] }, 'out'],
      [{ write: ['out/new/file'] }, 'out/new/file'],
      [{ hosts: ['api.example.com'] }, 'api.example.com'],
    ] as const) {
      const { result, jobs } = await run(command({ constraints: { allow } }), {})
      assert.equal(codeOf(result), 'SANDBOX_DENIED')
      assert.ok(messageOf(result).includes(word), messageOf(result))
      assert.equal(jobs.length, 0)
    }
  })

  it('reaches the hosts that the operator allows, at the ports that a pattern means', async () => {
    const sentTo = async (cap: string, wanted: string) => {
      const tool = command({ constraints: { allow: { hosts: [wanted] } } })
      const settings = { roots: [root], allow: { read: [], write: [], hosts: [cap] }, limits: {} }
      return policyOfCall('list', 'strict', limitsOf(tool.definition), {
        ...settings,
        sandbox: () => assert.fail('no sandbox is needed'),
      }).then(
        ({ hosts }) => hosts.join(),
        (error: { code: string }) => error.code,
      )
    }
    for (const [cap, wanted, isAllowed] of [
      ['api.example.com', 'api.example.com', true],
      ['api.example.com', 'API.example.com:443', true],
      ['api.example.com', 'api.example.com:22', false],
      ['api.example.com:8443', 'api.example.com:8443', true],
      ['api.example.com:443', 'api.example.com', false],
      ['*.example.com', 'api.example.com', true],
      ['*.example.com', '*.eu.example.com', true],
      ['*.example.com', 'example.com', false],
      ['*.example.com', 'api.example.com:22', false],
      ['api.example.com', '*.example.com', false],
      ['*.example.com', 'example.com.evil.test', false],
    ] as const) {
      assert.equal(await sentTo(cap, wanted), isAllowed ? wanted : 'SANDBOX_DENIED', `${cap} ${wanted}`)
    }
    assert.throws(() => createToolwright({ sandbox: { allow: { hosts: ['*'] } } }), {
      code: 'OPTION_INVALID',
    })
  })

  it('starts where its argument says, inside what it may use', async () => {
    const tool = command({
      input: [{ name: 'folder', type: 'string' }],
      argv: ['ls'],
      workingDirectoryFrom: 'folder',
      constraints: { allow: { write: [root] } },
    })
    const directoryOf = async (args: object) => (await run(tool, args)).job?.context.workingDirectory
    assert.equal(await directoryOf({}), root)
    assert.equal(await directoryOf({ folder: 'inner' }), join(root, 'inner'))
    for (const folder of ['..', '/etc', 'out', 'missing', `inner/../../`]) {
      const { result, jobs } = await run(tool, { folder })
      assert.equal(codeOf(result), 'EXECUTE_FAILED', folder)
      assert.equal(jobs.length, 0)
    }
  })

  it('starts in scratch space when the folder of the call does not exist for it', async () => {
    const { job } = await run(command(), {})
    assert.equal(job?.context.workingDirectory, '/tmp')
  })

  it('fails with the error of the sandbox', async () => {
    const { result } = await run(
      command(),
      {},
      {},
      {},
      () => new ToolwrightError('SANDBOX_LIMIT', 'too much'),
    )
    assert.equal(codeOf(result), 'SANDBOX_LIMIT')
  })

  it('tells progress and pieces while it runs', async () => {
    const heard: unknown[] = []
    await run(
      command(),
      {},
      {},
      { onProgress: (update) => heard.push(update), onPartial: (piece) => heard.push(piece) },
      (job) => {
        job.onProgress({ message: 'half' })
        job.onPartial('a')
      },
    )
    assert.deepEqual(heard, [{ message: 'half' }, 'a'])
  })

  it('is answered at the limit that its argument sets, and stopped', async () => {
    const time = fakeTime()
    try {
      const tool = command({
        input: [{ name: 'seconds', type: 'number', minimum: 0 }],
        argv: ['ls'],
        timeoutSecondsFrom: 'seconds',
        constraints: { maxExecutionMs: 5_000 },
      })
      for (const [args, options, limitMs] of [
        [{ seconds: 2 }, {}, 2_000],
        [{ seconds: 50 }, {}, 5_000],
        [{ seconds: 4 }, { timeoutMs: 3_000 }, 3_000],
        [{}, {}, 5_000],
      ] as const) {
        const started = deferred<AbortSignal>()
        const answer = run(tool, args, { clock: time.clock }, options, (job) => {
          started.resolve(job.signal)
          return deferred().promise
        })
        const signal = await started.promise
        await time.pass(6_000)
        const { result } = await answer
        assert.match(messageOf(result), new RegExp(`^tool execution timed out after ${limitMs}ms`))
        assert.ok(signal.aborted)
      }
    } finally {
      time.restore()
    }
  })

  it('has another hash, and so another approval, for another command', async () => {
    const hashes = new Set<string>()
    for (const argv of [['ls'], ['ls', '-a'], ['ls']]) {
      await run(
        command({ argv, input: [], dangerLevel: 'high' }),
        {},
        {
          approve: ({ definitionHash }) => {
            hashes.add(definitionHash)
            return 'deny'
          },
        },
      )
    }
    assert.equal(hashes.size, 2)
  })

  it('that cannot be isolated says how to mend it, and tells the log the paths that the model must not see', async () => {
    const refusal = new ToolwrightError('SANDBOX_UNAVAILABLE', 'Nobody cannot enter `/srv/app`.', {
      hint: 'Run `chmod o+x /srv/app`.',
      details: { barrier: '/srv/app' },
    })
    const logged: unknown[] = []
    const logger = { log: (code: string, fields: object) => void logged.push([code, fields]) }
    const { result } = await run(command(), {}, { logger }, {}, () => refusal)
    assert.equal(messageOf(result), 'Nobody cannot enter `<path>`. Run `chmod o+x <path>`.')
    const [code, { text, cure, error_code }] = logged.find(
      (entry): entry is [string, Record<string, unknown>] =>
        Array.isArray(entry) && entry[0] === 'TLS-CALL-007',
    ) ?? ['', {}]
    assert.deepEqual(
      { code, text, cure, error_code },
      {
        code: 'TLS-CALL-007',
        text: 'Nobody cannot enter `/srv/app`. Run `chmod o+x /srv/app`.',
        cure: 'Run `chmod o+x /srv/app`.',
        error_code: 'SANDBOX_UNAVAILABLE',
      },
    )
  })

  it('of a function of the host is refused above none', async () => {
    const tool = textTool(() => 'x')
    const { result, jobs } = await run(tool, { text: 'a' }, {}, { isolation: 'standard' })
    assert.equal(codeOf(result), 'SANDBOX_UNAVAILABLE')
    assert.equal(jobs.length, 0)
  })
})

describe('a module at isolation none', () => {
  const file = new URL('../../fixtures/isolated/in-process.ts', import.meta.url)
  const module = (exportName: string) =>
    defineModuleTool({
      ...base,
      name: 'count',
      input: TEXT,
      file,
      exportName,
      constraints: { isolation: 'none' },
    })

  it('runs in this process, with the context of a function', async () => {
    const { result, jobs } = await run(module('describe'), { text: 'abc' }, { roots: [tmpdir()] })
    assert.deepEqual(result.content, {
      type: 'json',
      value: { text: 'abc', toolName: 'count', pid: process.pid },
    })
    assert.equal(jobs.length, 0)
  })

  it('may stream', async () => {
    const pieces: unknown[] = []
    const { result } = await run(
      module('stream'),
      { text: 'abc' },
      { roots: [tmpdir()] },
      { onPartial: (piece) => pieces.push(piece) },
    )
    assert.deepEqual(pieces, ['a', 'b', 'c'])
    assert.deepEqual(result.content, { type: 'text', text: 'abc' })
  })

  it('fails without the export', async () => {
    const { result } = await run(module('toString'), { text: 'abc' }, { roots: [tmpdir()] })
    assert.equal(codeOf(result), 'EXECUTE_FAILED')
    assert.match(messageOf(result), /no function `toString`/)
  })
})
