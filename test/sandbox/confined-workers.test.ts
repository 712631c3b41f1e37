import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSandbox } from '../../src/sandbox/open-sandbox.ts'
import { DEFAULT_RESOURCE_LIMITS, type ResourceLimits } from '../../src/sandbox/policy.ts'
import { alive, processesBelow } from './worker/processes-below.ts'
import { skipReason } from './worker/real-launchers.ts'
import { code, endOf, hostile, policyOf, runJob } from './worker/run-job.ts'

const limits = (changes: Partial<ResourceLimits>): ResourceLimits => ({
  ...DEFAULT_RESOURCE_LIMITS,
  ...changes,
})

describe('workers on this machine at standard', { skip: skipReason('standard') }, () => {
  const sandbox = openSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-')) // 0700
  after(async () => {
    rmSync(folder, { recursive: true })
    await sandbox.close()
  })

  it('runs a module that only the user of the host can read', async () => {
    const file = join(folder, 'tool.mjs')
    writeFileSync(file, "export default () => 'read'")
    assert.equal(endOf(await runJob(sandbox, { kind: 'module', file, exportName: 'default' })), 'read')
  })
})

describe('workers on this machine at strict', { skip: skipReason('strict') }, () => {
  const sandbox = openSandbox()
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-'))
    chmodSync(folder, 0o755) // whoever isolated programs run as must get through
    mkdirSync(join(folder, 'app/node_modules/greeting'), { recursive: true })
    mkdirSync(join(folder, 'open'), { mode: 0o777 })
    chmodSync(join(folder, 'open'), 0o777)
    writeFileSync(join(folder, 'secret'), 'secret')
    writeFileSync(join(folder, 'app/package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'app/words.js'), "export const end = '!'")
    writeFileSync(
      join(folder, 'app/node_modules/greeting/package.json'),
      '{"name":"greeting","type":"module","exports":"./index.js"}',
    )
    writeFileSync(join(folder, 'app/node_modules/greeting/index.js'), "export const greeting = 'hello'")
    writeFileSync(
      join(folder, 'app/tool.ts'),
      `import { greeting } from 'greeting'
       import { existsSync, writeFileSync } from 'node:fs'
       import { end } from './words.js'
       export default ({ name, secret }: { name: string; secret: string }): unknown => [greeting + ' ' + name + end, existsSync(secret)]
       export const write = ({ file }: { file: string }): void => writeFileSync(file, 'written')`,
    )
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await sandbox.close()
  })
  const tool = (exportName = 'default') =>
    ({ kind: 'module', file: join(folder, 'app/tool.ts'), exportName }) as const

  it('shows a module its own package and those it has installed, and nothing beside them', async () => {
    const args = { name: 'Ada', secret: join(folder, 'secret') }
    const told = await runJob(sandbox, tool(), { policy: policyOf('strict'), args })
    assert.deepEqual(endOf(told), ['hello Ada!', false])
  })

  it('shows what is listed for reading', async () => {
    const args = { name: 'Ada', secret: join(folder, 'secret') }
    const policy = policyOf('strict', { read: [join(folder, 'secret')] })
    assert.deepEqual(endOf(await runJob(sandbox, tool(), { policy, args })), ['hello Ada!', true])
  })

  it('writes where it is listed and where side effects are allowed, and nowhere else', async () => {
    const write = [join(folder, 'open')]
    const file = join(folder, 'open/file')
    const refused = policyOf('strict', { write, allowSideEffects: false })
    assert.match(
      String(endOf(await runJob(sandbox, tool('write'), { policy: refused, args: { file } }))),
      /EROFS/,
    )
    const elsewhere = { file: join(folder, 'app/file') }
    const allowed = policyOf('strict', { write })
    assert.match(
      String(endOf(await runJob(sandbox, tool('write'), { policy: allowed, args: elsewhere }))),
      /EROFS/,
    )
    assert.equal(endOf(await runJob(sandbox, tool('write'), { policy: allowed, args: { file } })), undefined)
    assert.equal(readFileSync(file, 'utf8'), 'written')
    assert.ok(!existsSync(elsewhere.file))
  })

  it('tells a heap that is full, and buffers that are, as what they are', async () => {
    const policy = policyOf('strict', { limits: limits({ memoryBytes: 64 * 1024 * 1024 }) })
    assert.equal(
      endOf(await runJob(sandbox, hostile('heapBomb'), { policy })),
      "SANDBOX_LIMIT: tool 'sample' used more than 64 MB of memory and was ended.",
    )
    const buffers = code(
      'const kept = []; for (let n = 0; n < 60; n++) kept.push(new Uint8Array(50e6).fill(1)); return kept.length',
    )
    assert.match(String(endOf(await runJob(sandbox, buffers, { policy }))), /^SANDBOX_LIMIT: .* memory/)
  })

  it('tells processor time that is used up, of a worker and of a command', async () => {
    const policy = policyOf('strict', { limits: limits({ cpuSeconds: 1 }) })
    for (const program of [
      code('for (;;);'),
      { kind: 'command', argv: ['sh', '-c', 'while :; do :; done'] },
    ] as const) {
      assert.match(
        String(endOf(await runJob(sandbox, program, { policy }))),
        /^SANDBOX_LIMIT: tool 'sample' was ended by the system: it used more than its 1 s of processor time/,
      )
    }
  })

  it('leaves nothing behind of what a tool started in a session of its own', async () => {
    for (const level of ['standard', 'strict'] as const) {
      const own = openSandbox()
      await runJob(own, hostile('leavesChild'), { policy: policyOf(level) })
      const below = processesBelow(process.pid)
      assert.ok(below.length > 0)
      await own.close()
      // The kernel ends what is in a namespace after its first process, a moment later on a busy machine.
      const left = () => alive(below).filter((pid) => !processesBelow(process.pid).includes(pid))
      for (let tries = 0; tries < 100 && left().length > 0; tries++) await sleep(20)
      assert.deepEqual(left(), [])
    }
  })
})
