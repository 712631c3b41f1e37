import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { SandboxLevel } from '../../src/sandbox/policy.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'
import { answers, code, endOf, policyOf, runJob } from '../sandbox/worker/run-job.ts'

/** What a level can run. */
export interface LevelTraits {
  readonly modules: boolean
  readonly commands: boolean
  /** Whether a later job of the same policy may meet what an earlier one left in its globals. */
  readonly keepsState: boolean
}

/** What holds at every level, whatever enforces it. */
export function describeSandboxLevel(
  name: string,
  level: SandboxLevel,
  traits: LevelTraits,
  createSandbox: () => Sandbox,
  skip: string | false = false,
): void {
  describe(`${name} at ${level}`, { skip }, () => {
    const sandbox = createSandbox()
    const policy = policyOf(level)
    const run = (text: string, changes: Parameters<typeof runJob>[2] = {}) =>
      runJob(sandbox, code(text), { policy, ...changes })
    after(() => sandbox.close())

    it('calls code with its arguments', async () => {
      const { outcome } = await run('return args.a + args.b', { args: { a: 1, b: 2 } })
      assert.equal(outcome.ok && outcome.value, 3)
      assert.equal(outcome.resources.outputBytes, 1)
      assert.ok((outcome.resources.cpuMs ?? -1) >= 0)
      assert.ok((outcome.resources.peakMemoryBytes ?? 0) > 1_000_000)
    })

    it('waits for promises', async () => {
      assert.equal(endOf(await run('return await Promise.resolve(args.a)', { args: { a: 'late' } })), 'late')
    })

    it('gives a call its context as data', async () => {
      const told = await run(
        'const { callId, toolName, caller, conversationId, channelId, workingDirectory, environment, captureStderr } = context\n' +
          'return { callId, toolName, caller, conversationId, channelId, workingDirectory, environment, captureStderr }',
        {
          context: {
            callerId: 'ada',
            conversationId: 'talk',
            environment: { KEY: 'value' },
            captureStderr: false,
          },
        },
      )
      assert.deepEqual(endOf(told), {
        callId: 'call_1',
        toolName: 'sample',
        caller: { id: 'ada' },
        conversationId: 'talk',
        workingDirectory: '/',
        environment: { KEY: 'value' },
        captureStderr: false,
      })
    })

    it('makes any value JSON', async () => {
      const told = await run(
        'const value = { date: new Date(0), map: new Map([["a", 1]]), set: new Set([2]), big: 3n, gone: undefined, odd: NaN }\n' +
          'value.self = value\nreturn value',
      )
      assert.deepEqual(endOf(told), {
        date: '1970-01-01T00:00:00.000Z',
        map: { a: 1 },
        set: [2],
        big: 3,
        odd: null,
        self: '[circular]',
      })
    })

    it('gives undefined for nothing', async () => {
      const { outcome } = await run('')
      assert.deepEqual([outcome.ok, outcome.ok && outcome.value], [true, undefined])
    })

    it('gives text beyond ASCII as it is', async () => {
      assert.equal(endOf(await run('return "é€🦉" + args.a', { args: { a: '🦉' } })), 'é€🦉🦉')
    })

    it('tells what was thrown, without a stack', async () => {
      assert.equal(
        endOf(await run('throw new TypeError("the city is not known")')),
        "EXECUTE_FAILED: tool 'sample' failed: the city is not known",
      )
      assert.equal(endOf(await run('throw "text"')), "EXECUTE_FAILED: tool 'sample' failed: text")
    })

    it('tells code that does not parse from code that fails', async () => {
      assert.match(
        String(endOf(await run('return (('))),
        /^EXECUTE_FAILED: tool 'sample' cannot run: the code does not parse: /,
      )
    })

    it('passes on progress, pieces, log and what is printed, in order and before the result', async () => {
      const told = await run(
        'context.progress({ message: "half", progress: 1, total: 2 })\n' +
          'context.partial({ piece: 1 })\ncontext.partial("two")\n' +
          'context.log("seen", { rows: 3 })\nconsole.log("printed", 1)\nconsole.error("complained")\nreturn 1',
      )
      assert.deepEqual(told.progress, [{ message: 'half', progress: 1, total: 2 }])
      assert.deepEqual(told.partials, [{ piece: 1 }, 'two'])
      assert.deepEqual(told.logs, [
        ['seen', { rows: 3 }],
        ['printed 1', { stream: 'stdout' }],
        ['complained', { stream: 'stderr' }],
      ])
    })

    it('discards standard error when it is told to', async () => {
      const told = await run('console.error("quiet"); console.log("loud")', {
        context: { captureStderr: false },
      })
      assert.deepEqual(told.logs, [['loud', { stream: 'stdout' }]])
    })

    it('ends a job that never ends when it is aborted, at once, and goes on after it', async () => {
      const told = await run('for (;;);', { signal: AbortSignal.timeout(1_000) })
      assert.match(String(endOf(told)), /^EXECUTE_CANCELLED: /)
      assert.ok(told.afterAbortMs < 100, `${told.afterAbortMs} ms`)
      assert.equal(endOf(await run('return 1')), 1)
    })

    it('does not start a job that is aborted already', async () => {
      const told = await run('console.log("ran")', { signal: AbortSignal.abort() })
      assert.match(String(endOf(told)), /^EXECUTE_CANCELLED: /)
      assert.deepEqual(told.logs, [])
    })

    it('keeps a result within about twice its limit', async () => {
      const { outcome } = await run('return "x".repeat(3000000)', { maxOutputBytes: 1_000 })
      assert.ok(outcome.ok && (outcome.value as string).length <= 2_001)
      assert.equal(outcome.resources.outputBytes, 3_000_002)
    })

    it('takes arguments and gives values of a megabyte', async () => {
      const value = 'x'.repeat(1_000_000)
      assert.equal(
        endOf(await run('return args.value', { args: { value }, maxOutputBytes: 2_000_000 })),
        value,
      )
    })

    it('survives tampering with what everything hangs on', async () => {
      const tampering =
        'Object.prototype.toJSON = () => "mine"; Array.prototype.map = null; JSON.stringify = null; return 1'
      await run(tampering)
      await runJob(sandbox, code('delete Object.prototype.toJSON'), { policy })
      assert.equal(endOf(await run('return [1, 2].map((item) => item * 2).join()')), '2,4')
    })

    if (!traits.keepsState) {
      it('shows a job nothing of the one before', async () => {
        await run('globalThis.left = 1; Object.prototype.left = 2')
        assert.equal(endOf(await run('return typeof left + typeof ({}).left')), 'undefinedundefined')
      })
    }

    it('runs several jobs at once', async () => {
      const told = await Promise.all([1, 2, 3].map((n) => run('return args.n', { args: { n } })))
      assert.deepEqual(told.map(endOf), [1, 2, 3])
    })

    it(traits.modules ? 'calls an export of a module' : 'refuses modules', async () => {
      const told = await runJob(sandbox, answers('add'), { policy, args: { a: 1, b: 2 } })
      if (traits.modules) assert.equal(endOf(told), 3)
      else assert.match(String(endOf(told)), /^SANDBOX_UNAVAILABLE: a tool given as `module` cannot run here/)
    })

    it(traits.commands ? 'runs a command' : 'refuses commands', async () => {
      const told = await runJob(sandbox, { kind: 'command', argv: ['cat'], stdin: 'given' }, { policy })
      if (traits.commands)
        assert.deepEqual(endOf(told), { exit_code: 0, signal: null, stdout: 'given', stderr: '' })
      else
        assert.match(String(endOf(told)), /^SANDBOX_UNAVAILABLE: a tool given as `command` cannot run here/)
    })
  })
}
