import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { User } from '../../../src/sandbox/launch/unprivileged-user.ts'
import type { Line } from './run-battery.ts'
import type { Targets } from './verdict.ts'

const HOST = fileURLToPath(new URL('battery-host.ts', import.meta.url))

/** What a host said, and what came out of the socket that it did not know of. */
export interface HostRun {
  readonly lines: readonly Line[]
  readonly exitCode: number | null
  readonly fromSocket: string
}

/** Starts a host with a file and a socket left open in it, as a careless parent would, and reads it to its end. */
export async function runHost(targets: Targets, user: User | undefined): Promise<HostRun> {
  const { inheritedFiles, inheritedSocket } = targets
  const secret = openSync(targets.secret, 'r')
  const stdio: ('pipe' | 'ignore' | 'inherit' | number)[] = ['ignore', 'pipe', 'inherit']
  while (stdio.length <= inheritedSocket) stdio.push('ignore')
  for (const descriptor of inheritedFiles) stdio[descriptor] = secret
  stdio[inheritedSocket] = 'pipe'
  const { PATH, TOOLWRIGHT_ESCAPES_ONLY } = process.env
  const child = spawn(process.execPath, ['--expose-gc', HOST], {
    stdio,
    env: {
      PATH,
      HOME: targets.home,
      // A secret in its environment, that no tool is to find: the token is in it.
      TOOLWRIGHT_ESCAPES_TARGETS: JSON.stringify(targets),
      ...(TOOLWRIGHT_ESCAPES_ONLY === undefined ? {} : { TOOLWRIGHT_ESCAPES_ONLY }),
    },
    cwd: targets.root,
    ...user,
  })
  closeSync(secret)
  let fromSocket = ''
  const socket = child.stdio[inheritedSocket] as Duplex
  socket.on('data', (text) => (fromSocket += String(text))).on('error', () => undefined)
  const exited = once(child, 'exit') as Promise<[number | null]>
  const lines: Line[] = []
  for await (const line of createInterface({ input: child.stdout as Readable }))
    lines.push(JSON.parse(line) as Line)
  const [exitCode] = await exited
  return { lines, exitCode, fromSocket }
}
