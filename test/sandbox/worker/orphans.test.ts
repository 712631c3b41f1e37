import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const HOST = fileURLToPath(new URL('modules/lonely-host.ts', import.meta.url))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function startHost(how: string): Promise<{ host: ReturnType<typeof spawn>; workers: number[] }> {
  const host = spawn(process.execPath, [HOST, how], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  return { host, workers: JSON.parse(line.toString()) as number[] }
}

async function gone(workers: readonly number[]): Promise<readonly number[]> {
  for (let round = 0; round < 200 && workers.some(isAlive); round++) await sleep(10)
  return workers.filter(isAlive)
}

describe('workers whose host is gone', () => {
  it('end when the host is killed while they wait', async () => {
    const { host, workers } = await startHost('idle')
    assert.ok(workers.length >= 3 && workers.every(isAlive))
    host.kill('SIGKILL')
    assert.deepEqual(await gone(workers), [])
  })

  it('end when the host is killed while a tool waits for something', async () => {
    const { host, workers } = await startHost('waiting')
    host.kill('SIGKILL')
    assert.deepEqual(await gone(workers), [])
  })

  it('do not keep a host alive that has nothing else to do', async () => {
    const { host, workers } = await startHost('done')
    const [exitCode] = (await once(host, 'exit')) as [number]
    assert.equal(exitCode, 0)
    assert.deepEqual(await gone(workers), [])
  })
})
