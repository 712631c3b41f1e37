import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createBubblewrapLauncher } from '../../../src/sandbox/launch/bubblewrap-launcher.ts'
import { describeLauncher } from '../../contracts/launcher.ts'
import { missingPrograms } from './missing-programs.ts'
import { policyAt, run } from './run-program.ts'

const { skip, found } = missingPrograms('bwrap', 'prlimit')
const [bubblewrap = '', prlimit = ''] = found
const launcher = createBubblewrapLauncher({
  bubblewrap,
  prlimit,
  levels: ['standard', 'strict', 'restricted'],
})

describeLauncher(launcher, { hides: true, hasScratch: true, protectsAtStandard: true }, skip)

describe('bubblewrap', { skip }, () => {
  const node = realpathSync(process.execPath)
  const launch = (code: string): object => ({
    argv: [node, '-e', code],
    runtimePaths: [node],
    isScriptEngine: true,
  })

  it('gives loopback of its own, and TCP alone, to a program with hosts', async () => {
    const code = `
      const { createServer, connect } = require('node:net'), { createSocket } = require('node:dgram')
      connect(9, '127.0.0.1').on('error', (error) => console.log('refused', error.code))
      connect(9, '1.1.1.1').on('error', (error) => console.log('away', error.code))
      connect('/tmp/none').on('error', (error) => console.log('unix', error.code))
      createSocket('udp4').on('error', (error) => console.log('udp', error.code)).bind(0)
      const server = createServer((socket) => socket.end('hi')).listen(0, '127.0.0.1', () =>
        connect(server.address().port, '127.0.0.1').on('data', (data) => (console.log('own', String(data)), server.close())))`
    const { stdout } = await run(launcher, policyAt('strict', { hosts: ['example.com'] }), '', launch(code))
    assert.deepEqual(stdout.trim().split('\n').toSorted(), [
      'away ENETUNREACH',
      'own hi',
      'refused ECONNREFUSED',
      'udp EPERM',
      'unix EPERM',
    ])
  })

  it('counts the processes of each call apart', async () => {
    const policy = policyAt('strict', { limits: { maxProcesses: 20 } })
    const text = 'i=0; while [ $i -lt 15 ]; do sleep 0.5 & i=$((i+1)); done; wait; echo all'
    const ends = await Promise.all([1, 2, 3, 4].map(() => run(launcher, policy, text)))
    assert.deepEqual(
      ends.map(({ stdout }) => stdout),
      ['all\n', 'all\n', 'all\n', 'all\n'],
    )
  })

  it('shows one user, and no words of the host', async () => {
    const { stdout } = await run(launcher, policyAt('strict'), 'whoami; hostname; cat /proc/1/environ')
    assert.equal(stdout, 'tool\nsandbox\n')
  })
})
