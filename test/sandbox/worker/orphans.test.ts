import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { alive, processesBelow } from './processes-below.ts'
import { skipReason } from './real-launchers.ts'

const HOST = fileURLToPath(new URL('modules/lonely-host.ts', import.meta.url))

async function startHost(how: string): Promise<{ host: ReturnType<typeof spawn>; below: number[] }> {
  const host = spawn(process.execPath, [HOST, how], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(host.stdout, 'data')
  return { host, below: processesBelow(host.pid ?? 0) }
}

async function survivors(pids: readonly number[]): Promise<readonly number[]> {
  for (let round = 0; round < 300 && alive(pids).length > 0; round++) await sleep(10)
  return alive(pids)
}

describe('processes whose host is gone', { skip: skipReason('standard') }, () => {
  for (const how of ['idle', 'waiting', 'spinning']) {
    it(`end when the host is killed while they are ${how}`, async () => {
      const { host, below } = await startHost(how)
      assert.ok(below.length > 0)
      host.kill('SIGKILL')
      assert.deepEqual(await survivors(below), [])
    })
  }

  it('do not keep a host alive that has nothing else to do', async () => {
    const { host } = await startHost('done')
    const endMs = performance.now()
    const [exitCode] = (await once(host, 'exit')) as [number]
    assert.equal(exitCode, 0)
    assert.ok(performance.now() - endMs < 5_000)
  })
})
