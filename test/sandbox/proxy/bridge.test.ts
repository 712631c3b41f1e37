import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { bridgedLaunch } from '../../../src/sandbox/proxy/bridge-launch.ts'
import { createHostProxy, type HostProxy } from '../../../src/sandbox/proxy/host-proxy.ts'
import { serveHttp } from '../../fixtures/network/loopback-server.ts'

const BUBBLEWRAP = 'bwrap'
const BUBBLEWRAP_ARGUMENTS = [
  ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--ro-bind', '/usr', '/usr'],
  ['--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64', '--symlink', 'usr/bin', '/bin'],
  ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
].flat()

const hasBubblewrap = spawnSync(BUBBLEWRAP, [...BUBBLEWRAP_ARGUMENTS, '/usr/bin/true']).status === 0
const needsBubblewrap = hasBubblewrap ? {} : { skip: 'bubblewrap does not work here' }

interface Run {
  readonly child: ChildProcess
  readonly proxy: HostProxy
  readonly output: Promise<string>
  readonly exited: Promise<readonly [number | null, string | null]>
}

/** Runs a program behind the bridge, with one channel of its own. */
function run(t: TestContext, hosts: readonly string[], argv: readonly string[], isConfined = false): Run {
  const launch = bridgedLaunch({
    argv,
    environment: {},
    workingDirectory: '/',
    runtimePaths: [],
    channels: 1,
    isScriptEngine: false,
  })
  const binds = launch.runtimePaths.flatMap((path) => ['--ro-bind', path, path])
  const [program = '', ...rest] = isConfined
    ? [BUBBLEWRAP, ...BUBBLEWRAP_ARGUMENTS, ...binds, ...launch.argv]
    : launch.argv
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  })
  t.after(() => child.kill('SIGKILL'))
  const proxy = createHostProxy({ hosts, lookup: async () => ['127.0.0.1'] })
  proxy.attach(child.stdio[launch.channels + 2] as Duplex)
  return {
    child,
    proxy,
    output: Promise.all([text(child.stdout!), text(child.stderr!)]).then((texts) => texts.join('')),
    exited: new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal]))),
  }
}

const javaScript = (code: string): string[] => [process.execPath, '--input-type=module', '-e', code]
const FETCH = (url: string): string =>
  `await fetch('${url}').then(async (r) => console.log(r.status, await r.text()), () => console.log('refused'))`

describe('the bridge inside', () => {
  it('lets a program that knows nothing of it reach listed hosts, and no others', async (t) => {
    const port = await serveHttp(t, ({ url }, response) => response.end(`served ${url}`))
    const code = [FETCH(`http://localhost:${port}/a`), FETCH(`http://127.0.0.1:${port}/b`)].join('\n')
    const { output, exited, proxy } = run(t, [`localhost:${port}`], javaScript(code))
    assert.equal(await output, '200 served /a\nrefused\n')
    assert.deepEqual(await exited, [0, null])
    assert.deepEqual(
      proxy.counts().map(({ connections, refused }) => [connections, refused]),
      [
        [1, 0],
        [0, 1],
      ],
    )
  })

  it('is the only way out of a sandbox without a network', needsBubblewrap, async (t) => {
    const port = await serveHttp(t, ({ url }, response) => response.end(`served ${url}`))
    const direct = `
      import { connect } from 'node:net'
      connect(${port}, '127.0.0.1').on('connect', () => console.log('connected')).on('error', (e) => console.log(e.code))`
    const allowed = run(t, [`localhost:${port}`], javaScript(FETCH(`http://localhost:${port}/a`)), true)
    assert.equal(await allowed.output, '200 served /a\n')
    assert.deepEqual(await allowed.exited, [0, null])
    const around = run(t, [`localhost:${port}`], javaScript(direct), true)
    assert.equal(await around.output, 'ECONNREFUSED\n')
  })

  it('carries many large answers at once', async (t) => {
    const body = 'x'.repeat(300_000)
    const port = await serveHttp(t, (_request, response) => response.end(body))
    const code = `
      const urls = Array.from({ length: 20 }, (_, at) => 'http://localhost:${port}/' + at)
      const texts = await Promise.all(urls.map((url) => fetch(url).then((r) => r.text())))
      console.log(texts.map((text) => text.length).join())`
    const { output } = run(t, [`localhost:${port}`], javaScript(code))
    assert.equal(await output, `${Array(20).fill(300_000).join()}\n`)
  })

  it('ends as the program ends', async (t) => {
    assert.deepEqual(await run(t, [], ['/bin/sh', '-c', 'exit 7']).exited, [7, null])
    assert.deepEqual(await run(t, [], ['/bin/sh', '-c', 'kill -KILL $$']).exited, [null, 'SIGKILL'])
    assert.deepEqual(await run(t, [], ['/bin/sh', '-c', 'kill -TERM $$']).exited, [null, 'SIGTERM'])
    const missing = run(t, [], ['/no/such/program'])
    assert.deepEqual(await missing.exited, [127, null])
    assert.equal(await missing.output, '/no/such/program: ENOENT\n')
  })

  it('passes signals on', async (t) => {
    const { child, output, exited } = run(
      t,
      [],
      ['/bin/sh', '-c', 'trap "echo heard; exit 3" TERM; echo up; while :; do sleep 0.02; done'],
    )
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [3, null])
    assert.match(await output, /heard/)
  })

  it('ends with its program when the host is gone', async (t) => {
    const { child, output, exited } = run(t, [], ['/bin/sh', '-c', 'echo up; exec sleep 30'])
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    ;(child.stdio[4] as Duplex).destroy()
    assert.deepEqual(await exited, [1, null])
    await output // nobody holds the pipe any more
  })

  it('leaves the program its own channels, and not that of the proxy', async (t) => {
    const { child, output } = run(
      t,
      [],
      ['/bin/sh', '-c', 'echo own >&3; { echo leak >&4; } 2>/dev/null || echo closed'],
    )
    const channel = child.stdio[3] as Duplex
    const [own] = await new Promise<[Buffer]>((resolve) => channel.once('data', (data) => resolve([data])))
    assert.equal(String(own), 'own\n')
    assert.equal(await output, 'closed\n')
  })
})
