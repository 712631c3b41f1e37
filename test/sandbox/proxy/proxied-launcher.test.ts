import assert from 'node:assert/strict'
import { duplexPair, PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Launch, Launcher } from '../../../src/sandbox/launch/launcher.ts'
import { DEFAULT_RESOURCE_LIMITS, type SandboxPolicy } from '../../../src/sandbox/policy.ts'
import { proxiedLauncher } from '../../../src/sandbox/proxy/proxied-launcher.ts'

const LAUNCH: Launch = {
  argv: ['/bin/true'],
  environment: {},
  workingDirectory: '/',
  runtimePaths: ['/usr'],
  channels: 1,
  isScriptEngine: false,
}

const policyFor = (level: SandboxPolicy['level'], hosts: string[]): SandboxPolicy => ({
  level,
  read: [],
  write: [],
  hosts,
  allowSideEffects: true,
  limits: DEFAULT_RESOURCE_LIMITS,
})

/** A launcher that starts nothing and remembers what it was asked for. */
function remembering() {
  const launches: Launch[] = []
  const insides = new Map<number, ReturnType<typeof duplexPair>[0]>()
  let kills = 0
  const launcher: Launcher = {
    name: 'none',
    levels: ['standard', 'strict'],
    async start(_policy, launch) {
      launches.push(launch)
      const channels = Array.from({ length: launch.channels }, (_, at) => {
        const [inside, outside] = duplexPair()
        inside.on('error', () => undefined).resume()
        insides.set(at, inside)
        return outside
      })
      const stream = new PassThrough()
      const exited = new Promise<never>(() => undefined)
      return {
        pid: 1,
        stdin: stream,
        stdout: stream,
        stderr: stream,
        channels,
        exited,
        kill: () => void kills++,
      }
    },
  }
  return { launcher, launches, insides, kills: () => kills }
}

describe('a launcher with the proxy', () => {
  it('starts what has no hosts, or is not confined, as it is', async () => {
    const { launcher, launches } = remembering()
    const proxied = proxiedLauncher(launcher)
    await proxied.start(policyFor('strict', []), LAUNCH)
    await proxied.start(policyFor('standard', ['api.example.com']), LAUNCH)
    assert.deepEqual(launches, [LAUNCH, LAUNCH])
  })

  it('puts the bridge before the program and keeps its channel', async () => {
    const { launcher, launches } = remembering()
    const confined = await proxiedLauncher(launcher).start(policyFor('strict', ['api.example.com']), LAUNCH)
    assert.deepEqual(launches[0]?.argv.slice(-3), ['4', '--', '/bin/true'])
    assert.equal(launches[0]?.channels, 2)
    assert.equal(launches[0]?.isScriptEngine, true)
    assert.equal(confined.channels.length, 1)
  })

  it('ends a process that sends rubbish to the proxy', async () => {
    const { launcher, insides, kills } = remembering()
    await proxiedLauncher(launcher).start(policyFor('strict', ['api.example.com']), LAUNCH)
    insides.get(1)?.write('rubbish rubbish')
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    assert.equal(kills(), 1)
  })

  it('refuses a bad pattern before anything starts', async () => {
    const { launcher, launches } = remembering()
    await assert.rejects(proxiedLauncher(launcher).start(policyFor('strict', ['*']), LAUNCH), {
      code: 'OPTION_INVALID',
    })
    assert.deepEqual(launches, [])
  })
})
