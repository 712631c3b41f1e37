import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts'
import { DEFAULT_RESOURCE_LIMITS } from '../../../src/sandbox/policy.ts'
import { directLauncher } from './direct-launcher.ts'
import { answers, code, endOf, hostile, policyOf, runJob } from './run-job.ts'

describe('a worker that lies, floods, dies or hangs', () => {
  const sandbox = createSandbox({ launchers: [directLauncher] })
  after(() => sandbox.close())

  const ENDS: Readonly<Record<string, string | RegExp>> = {
    garbage: "SANDBOX_CRASHED: tool 'sample' sent a frame that is not JSON on its channel, and was ended.",
    endlessFrame:
      "SANDBOX_LIMIT: tool 'sample' sent 4294967295 bytes at once, more than its limit, and was ended.",
    unknownType:
      "SANDBOX_CRASHED: tool 'sample' sent a message of an unknown type on its channel, and was ended.",
    noObject:
      "SANDBOX_CRASHED: tool 'sample' sent a frame that is not an object on its channel, and was ended.",
    otherJob: "SANDBOX_CRASHED: tool 'sample' answered for a job that is not its own, and was ended.",
    secondGreeting: "SANDBOX_CRASHED: tool 'sample' sent a second greeting on its channel, and was ended.",
    wornTwice: "SANDBOX_CRASHED: tool 'sample' said twice that its worker is worn, and was ended.",
    floodFrames: "SANDBOX_LIMIT: tool 'sample' sent more than 5000 messages a second, and was ended.",
    floodBytes:
      "SANDBOX_LIMIT: tool 'sample' sent more partial output, progress and log than its output may be large, and was ended.",
    closesChannel:
      "SANDBOX_CRASHED: tool 'sample' closed its channel to the host before it gave a result, and was ended.",
    throwsLater: "EXECUTE_FAILED: tool 'sample' failed: thrown by a timer",
    rejectsAside: "EXECUTE_FAILED: tool 'sample' failed: nobody waits for this",
    throwsOddly: "EXECUTE_FAILED: tool 'sample' failed: something unreadable was thrown",
    heapBomb: "SANDBOX_LIMIT: tool 'sample' used more than 64 MB of memory and was ended.",
    replacesGlobals: "SANDBOX_CRASHED: tool 'sample' sent a second greeting on its channel, and was ended.",
    twoResults: 'first',
    deep: 'deep',
    throwsAfter: 'fine',
    manyUpdates: 'done',
    manyLines: 'done',
  }

  // Each with a worker of its own: which job a worker is at is part of the protocol.
  const alone = (name: string) =>
    policyOf('strict', {
      limits: { ...DEFAULT_RESOURCE_LIMITS, memoryBytes: 64 * 1024 * 1024 },
      read: [`/${name}`],
    })

  for (const [name, end] of Object.entries(ENDS)) {
    it(`has a clear end: ${name}`, async () => {
      const told = await runJob(sandbox, hostile(name), { policy: alone(name) })
      if (typeof end === 'string') assert.equal(endOf(told), end)
      else assert.match(String(endOf(told)), end)
    })
  }

  it('does not let a value reach a prototype', async () => {
    const { outcome } = await runJob(sandbox, hostile('polluting'), { policy: alone('polluting') })
    assert.equal(outcome.ok, true)
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
    const value = (outcome.ok ? outcome.value : {}) as { polluted?: boolean }
    assert.equal(value.polluted, undefined)
    assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  })

  it('cuts a result of 100 MB to about twice its limit', async () => {
    const { outcome } = await runJob(sandbox, hostile('hugeResult'), {
      maxOutputBytes: 10_000,
      policy: policyOf('standard', {
        limits: { ...DEFAULT_RESOURCE_LIMITS, memoryBytes: 512 * 1024 * 1024 },
      }),
    })
    assert.equal(outcome.ok, true)
    const { length } = outcome.ok ? (outcome.value as string) : ''
    assert.ok(length > 10_000 && length <= 20_001, `${length} characters`)
    assert.equal(outcome.resources.outputBytes, 100_000_002)
  })

  it('passes on what a person can follow of a million updates, and the last', async () => {
    const { progress } = await runJob(sandbox, hostile('manyUpdates'), { policy: alone('again') })
    assert.ok(progress.length >= 200 && progress.length < 2_000, `${progress.length} updates`)
    assert.deepEqual(progress.at(-1), { progress: 1_000_000, total: 1_000_000 })
  })

  it('says how many lines were dropped', async () => {
    const { logs } = await runJob(sandbox, hostile('manyLines'), { policy: alone('lines') })
    assert.ok(logs.length < 5_000, `${logs.length} lines`)
    assert.match(logs.at(-1)?.[0] ?? '', /^\d+ more lines were dropped: too many at once\.$/)
  })

  it('names exit code and signal', async () => {
    const exit = await runJob(sandbox, hostile('exits'), { args: { code: 3 } })
    assert.match(String(endOf(exit)), /^SANDBOX_CRASHED: .* ended with exit code 3 before it gave a result/)
    assert.deepEqual(exit.logs, [['about to end', { stream: 'stderr' }]])
    const zero = await runJob(sandbox, hostile('exits'), { args: { code: 0 } })
    assert.match(String(endOf(zero)), /ended with exit code 0 before/)
    const signal = await runJob(sandbox, hostile('dies'), { args: { signal: 'SIGTERM' } })
    assert.match(String(endOf(signal)), /ended by signal SIGTERM before/)
  })

  it('begins what it shows of standard error at a word: half a secret would not be known for one', async () => {
    const text = `const { writeSync } = await import('node:fs')
      writeSync(2, 'token-' + 'Q'.repeat(40) + ' ' + 'y'.repeat(args.length) + ' end')
      process.exit(1)`
    for (const length of [1_000, 4_080]) {
      const { outcome } = await runJob(sandbox, code(text), {
        args: { length },
        policy: alone(`tail${length}`),
      })
      assert.ok(!outcome.ok)
      assert.match(outcome.error.message, /end$/)
      assert.doesNotMatch(outcome.error.message, /Q/)
      const kept = String(outcome.error.details['stderr'])
      assert.equal(/Q/.test(kept), kept.startsWith('token-'))
    }
  })

  it('takes a SIGKILL that nobody here sent for a limit of the system', async () => {
    const told = await runJob(sandbox, hostile('dies'), { args: { signal: 'SIGKILL' } })
    assert.match(String(endOf(told)), /^SANDBOX_LIMIT: tool 'sample' was ended by the system/)
  })

  it('is stopped while it spins, at once', async () => {
    const told = await runJob(sandbox, hostile('spins'), { signal: AbortSignal.timeout(1_500) })
    assert.match(String(endOf(told)), /^EXECUTE_CANCELLED: /)
    assert.ok(told.afterAbortMs < 100, `${told.afterAbortMs} ms`)
  })

  it('is replaced: the next job finds a worker that works', async () => {
    await runJob(sandbox, hostile('garbage'))
    await runJob(sandbox, hostile('exits'), { args: { code: 1 } })
    assert.equal(endOf(await runJob(sandbox, answers('echo'), { args: { value: 'well' } })), 'well')
  })
})
