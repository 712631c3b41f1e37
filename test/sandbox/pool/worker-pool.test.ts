import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { DEFAULT_RESOURCE_LIMITS, type SandboxPolicy } from '../../../src/sandbox/policy.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { countingLauncher } from '../worker/counting-launcher.ts'
import { answers, code, endOf, policyOf, runJob } from '../worker/run-job.ts'

const WITHIN_MS = 10_000

/** Waits for something that happens behind; a failure says what. */
async function until(holds: () => boolean, what: string): Promise<void> {
  const endMs = Date.now() + WITHIN_MS
  while (!holds()) {
    assert.ok(Date.now() < endMs, `not within ${WITHIN_MS} ms: ${what}`)
    await sleep(5)
  }
}

describe('the pools of a sandbox', () => {
  let sandbox: Sandbox
  let launcher: ReturnType<typeof countingLauncher>
  const create = (): void => {
    launcher = countingLauncher()
    sandbox = createSandbox({ launchers: [launcher] })
  }
  afterEach(() => sandbox.close())

  const identity = async (policy: SandboxPolicy): Promise<unknown> =>
    endOf(await runJob(sandbox, answers('identity'), { policy }))

  it('reuses a worker at standard', async () => {
    create()
    const policy = policyOf('standard')
    assert.equal(await identity(policy), await identity(policy))
    assert.equal(launcher.started.length, 1)
  })

  it('gives each call at strict a process that ran nothing before', async () => {
    create()
    const policy = policyOf('strict')
    const seen = [await identity(policy), await identity(policy), await identity(policy)]
    assert.equal(new Set(seen).size, 3)
    await until(() => launcher.alive.size === 2, 'the used ones have ended and two stand ready')
  })

  it('starts workers ahead, and hands those out', async () => {
    create()
    const policy = policyOf('strict')
    await sandbox.prewarm(policy, answers('identity'))
    const ahead = [...launcher.started]
    assert.equal(ahead.length, 2)
    assert.ok(ahead.includes((await identity(policy)) as number))
  })

  it('starts nothing ahead for a command', async () => {
    create()
    await sandbox.prewarm(policyOf('strict'), { kind: 'command', argv: ['true'] })
    assert.deepEqual(launcher.started, [])
  })

  it('shares workers between equal policies only', async () => {
    create()
    const first = await identity(policyOf('standard', { read: ['/a', '/b'] }))
    assert.equal(await identity(policyOf('standard', { read: ['/b', '/a'] })), first)
    assert.notEqual(await identity(policyOf('standard', { read: ['/a'] })), first)
  })

  it('replaces a worker after so many jobs', async () => {
    create()
    const policy = policyOf('restricted')
    for (let job = 0; job < 201; job++)
      assert.equal(endOf(await runJob(sandbox, code('return 1'), { policy })), 1)
    assert.equal(launcher.started.length, 2)
    await until(() => launcher.alive.size === 1, 'the first has ended')
  })

  it('replaces a worker that has used a part of its processor time', async () => {
    create()
    const policy = policyOf('standard', { limits: { ...DEFAULT_RESOURCE_LIMITS, cpuSeconds: 1 } })
    const spin = code(
      'const from = process.cpuUsage(); while (process.cpuUsage(from).user < 250_000); return 1',
    )
    await runJob(sandbox, spin, { policy })
    await runJob(sandbox, code('return 1'), { policy })
    assert.equal(launcher.started.length, 2)
  })

  it('replaces a worker whose job was stopped, although the job heeded its signal', async () => {
    create()
    const policy = policyOf('standard')
    const [first] = [await identity(policy)]
    const stopped = await runJob(sandbox, answers('waits'), { policy, signal: AbortSignal.timeout(50) })
    assert.match(String(endOf(stopped)), /^EXECUTE_CANCELLED: /)
    assert.ok(stopped.afterAbortMs < 100, `${stopped.afterAbortMs} ms`)
    assert.notEqual(await identity(policy), first)
    await until(() => !launcher.alive.has(first as number), 'the stopped one has ended')
  })

  it('lets further jobs wait when all workers are busy', async () => {
    create()
    const policy = policyOf('restricted')
    const jobs = Array.from({ length: 10 }, (_, n) =>
      runJob(sandbox, code('return args.n'), { policy, args: { n } }),
    )
    assert.deepEqual((await Promise.all(jobs)).map(endOf), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert.ok(launcher.started.length <= 4, `${launcher.started.length} workers`)
  })

  it('takes a job that is stopped while it waits out of the queue', async () => {
    create()
    const policy = policyOf('restricted')
    const spin = code('for (;;);')
    const stop = new AbortController()
    const busy = Array.from({ length: 4 }, () => runJob(sandbox, spin, { policy, signal: stop.signal }))
    const waiting = await runJob(sandbox, code('return 1'), { policy, signal: AbortSignal.timeout(100) })
    assert.match(String(endOf(waiting)), /^EXECUTE_CANCELLED: /)
    stop.abort()
    await Promise.all(busy)
    assert.equal(endOf(await runJob(sandbox, code('return 1'), { policy })), 1)
  })

  for (const how of ['abort', 'close'] as const) {
    it(`stops a job at whatever step between the start of its worker and itself: ${how}`, async () => {
      create()
      for (let steps = 0; steps < 10; steps++) {
        const stop = new AbortController()
        const stepwise = createSandbox({
          launchers: [
            {
              ...launcher,
              async start(policy, launch) {
                const process = await launcher.start(policy, launch)
                process.channels[0]?.once('data', () => void stopAfter(steps))
                return process
              },
            },
          ],
        })
        const stopAfter = async (left: number): Promise<void> => {
          for (let step = 0; step < left; step++) await Promise.resolve()
          if (how === 'abort') stop.abort()
          else void stepwise.close()
        }
        const told = await runJob(stepwise, code('for (;;);'), { signal: stop.signal })
        assert.match(String(endOf(told)), /^EXECUTE_CANCELLED: /, `after ${steps} steps`)
        await stepwise.close()
        await until(() => launcher.alive.size === 0, `after ${steps} steps all have ended`)
      }
    })
  }

  it('tells a job that its worker could not be started, and tries again for the next', async () => {
    create()
    launcher.failures = 1
    const policy = policyOf('standard')
    const told = await runJob(sandbox, code('return 1'), { policy })
    assert.match(String(endOf(told)), /^SANDBOX_UNAVAILABLE: a worker could not be started/)
    assert.equal(endOf(await runJob(sandbox, code('return 1'), { policy })), 1)
  })

  it('keeps a bounded number of pools', async () => {
    create()
    for (let n = 0; n < 14; n++) await identity(policyOf('standard', { read: [`/${n}`] }))
    await until(() => launcher.alive.size <= 12, 'the oldest have ended')
  })

  it('ends running and waiting jobs as cancelled when it is closed, and everything that it started', async () => {
    create()
    const policy = policyOf('restricted')
    const jobs = Array.from({ length: 5 }, () => runJob(sandbox, code('for (;;);'), { policy }))
    jobs.push(runJob(sandbox, { kind: 'command', argv: ['sleep', '20'] }))
    await until(() => launcher.started.length === 5, 'workers and command have started')
    await sandbox.close()
    for (const told of await Promise.all(jobs)) assert.match(String(endOf(told)), /^EXECUTE_CANCELLED: /)
    await until(() => launcher.alive.size === 0, 'all have ended')
    assert.match(String(endOf(await runJob(sandbox, code('return 1')))), /^EXECUTE_CANCELLED: /)
  })

  it('refuses a level that no launcher can enforce', async () => {
    create()
    sandbox = createSandbox({ launchers: [{ ...launcher, levels: ['standard'] }] })
    const told = await runJob(sandbox, code('return 1'), { policy: policyOf('strict') })
    assert.match(
      String(endOf(told)),
      /^SANDBOX_UNAVAILABLE: isolation 'strict' cannot be enforced on this machine/,
    )
    assert.deepEqual(launcher.started, [])
  })
})
