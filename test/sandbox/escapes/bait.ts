// Who would be reached by an attack that got out: servers on addresses of this machine and a process that counts signals.
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { chmodSync } from 'node:fs'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { User } from '../../../src/sandbox/launch/unprivileged-user.ts'

/** Where they are. Plain JSON. */
export interface BaitAddresses {
  readonly tcpPort: number
  readonly tcp6Port: number
  readonly udpPort: number
  readonly dnsPort: number
  /** Two web servers: one that may be listed, one that never is. */
  readonly listedPort: number
  readonly otherPort: number
  /** Of this machine and not loopback; loopback where it has none. */
  readonly hostAddress: string
  readonly abstractName: string
  readonly victim: number
}

export interface Bait {
  readonly addresses: BaitAddresses
  /** `what way`, once each: what arrived, and from where. */
  readonly arrived: ReadonlySet<string>
  signals(): number
  close(): void
}

const VICTIM = `process.on('SIGUSR2', () => process.stdout.write('hit\\n'))
process.stdin.resume().on('end', () => process.exit())
process.stdout.write('ready\\n')`

export interface BaitOptions {
  readonly token: string
  readonly unixPaths: readonly string[]
  /** As whom the victim runs: the user of the sandbox, so that no mode or user stops a signal. */
  readonly user: User | undefined
}

export async function layBait({ token, unixPaths, user }: BaitOptions): Promise<Bait> {
  const arrived = new Set<string>()
  const servers: { close(): void; unref(): void }[] = []

  async function listen(what: string, where: object): Promise<number> {
    const server: Server = createServer((socket: Socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (way) => arrived.add(`${what} ${String(way)}`))
      socket.on('end', () => socket.end())
    })
    servers.push(server)
    server.listen(where)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function answer(what: string, reply: (message: Buffer) => Buffer): Promise<number> {
    const socket = createSocket('udp4')
    servers.push(socket)
    socket.on('message', (message, { port, address }) => {
      arrived.add(`${what} ${message.toString('latin1')}`)
      socket.send(reply(message), port, address)
    })
    socket.bind(0)
    await once(socket, 'listening')
    return socket.address().port
  }

  async function serve(what: string): Promise<number> {
    const server = createHttpServer((request, response) => {
      arrived.add(`${what} ${String(request.headers['user-agent'])}`)
      response.end(`served by ${what}`)
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  const abstractName = `toolwright-escapes-${process.pid}`
  const tcpPort = await listen('tcp', { port: 0, host: '0.0.0.0' })
  const tcp6Port = await listen('tcp6', { port: 0, host: '::1' }).catch(() => 0)
  await listen('abstract', { path: `\0${abstractName}` })
  for (const path of unixPaths) {
    await listen('unix', { path })
    chmodSync(path, 0o777)
  }
  const udpPort = await answer('udp', (message) => message)
  const dnsPort = await answer('dns', answerName)
  const [listedPort, otherPort] = [await serve('listed'), await serve('other')]
  const victim = spawn(process.execPath, ['-e', VICTIM, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { SECRET: token },
    detached: true,
    ...user,
  })
  const signals = countLines(victim)
  await once(victim.stdout, 'data')
  return {
    addresses: {
      tcpPort,
      tcp6Port,
      udpPort,
      dnsPort,
      listedPort,
      otherPort,
      hostAddress: ownAddress(),
      abstractName,
      victim: victim.pid ?? 0,
    },
    arrived,
    signals,
    close() {
      victim.kill('SIGKILL')
      for (const server of servers) server.close()
    },
  }
}

function countLines({ stdout }: ChildProcess): () => number {
  let hits = 0
  stdout?.on('data', (text: Buffer) => (hits += String(text).split('hit').length - 1))
  return () => hits
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

/** 192.0.2.1, which is nobody's, for whatever name is asked. */
function answerName(question: Buffer): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 6)
  header.writeUInt32BE(0, 8)
  const end = question.indexOf(0, 12) + 5
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 192, 0, 2, 1])
  return Buffer.concat([header, question.subarray(12, end), record])
}
