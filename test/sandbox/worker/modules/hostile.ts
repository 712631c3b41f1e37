// Tools that lie, flood, die and hang. Each is bounded by itself: it ends when nobody stops it.
import { spawn } from 'node:child_process'
import { closeSync, writeSync } from 'node:fs'

const CHANNEL = 3

function writeAll(bytes: Buffer): void {
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(CHANNEL, bytes, offset)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

function frame(body: string): Buffer {
  const bytes = Buffer.from(body)
  const header = Buffer.alloc(4)
  header.writeUInt32BE(bytes.length)
  return Buffer.concat([header, bytes])
}

const sendRaw = (message: unknown): void => writeAll(frame(JSON.stringify(message)))
const forEver = (): Promise<never> => new Promise(() => setTimeout(() => undefined, 20_000))

/** The first job of a worker has the number 1. */
const ID = 1

export const garbage = (): Promise<never> => {
  writeAll(Buffer.from([0, 0, 0, 5, 1, 2, 3, 4, 5, 9, 9, 9, 9, 9]))
  return forEver()
}
export const endlessFrame = (): Promise<never> => {
  writeAll(Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 2, 3]))
  return forEver()
}
export const unknownType = (): Promise<never> => {
  sendRaw({ type: 'approve', id: ID })
  return forEver()
}
export const noObject = (): Promise<never> => {
  sendRaw([1, 2, 3])
  return forEver()
}
export const otherJob = (): Promise<never> => {
  sendRaw({ type: 'result', id: 77, value: 'not mine' })
  return forEver()
}
export const secondGreeting = (): Promise<never> => {
  sendRaw({ type: 'ready' })
  return forEver()
}
export const wornTwice = (): Promise<never> => {
  sendRaw({ type: 'worn' })
  sendRaw({ type: 'worn' })
  return forEver()
}
export const twoResults = (): Promise<never> => {
  writeAll(
    Buffer.concat(
      ['first', 'second'].map((value) => frame(JSON.stringify({ type: 'result', id: ID, value }))),
    ),
  )
  return forEver()
}
export const polluting = (): Promise<never> => {
  writeAll(
    frame(
      `{"type":"result","id":${ID},"value":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}},"isOutput":true,"__proto__":{"type":"failure"}}`,
    ),
  )
  return forEver()
}
export const deep = (): Promise<never> => {
  const value = '['.repeat(20_000) + ']'.repeat(20_000)
  writeAll(frame(`{"type":"partial","id":${ID},"piece":${value}}`))
  writeAll(frame(`{"type":"result","id":${ID},"value":"deep"}`))
  return forEver()
}
export const floodFrames = (): never => {
  const many = Buffer.concat(
    Array.from({ length: 500 }, () => frame(`{"type":"progress","id":${ID},"update":{"progress":1}}`)),
  )
  for (let round = 0; round < 2_000; round++) writeAll(many)
  process.exit(9)
}
export const floodBytes = (): never => {
  const piece = frame(JSON.stringify({ type: 'partial', id: ID, piece: 'x'.repeat(200_000) }))
  for (let round = 0; round < 1_000; round++) writeAll(piece)
  process.exit(9)
}
export const manyUpdates = (_args: unknown, { progress }: { progress(update: object): void }): string => {
  for (let done = 1; done <= 1_000_000; done++) progress({ progress: done, total: 1_000_000 })
  return 'done'
}
export const manyLines = (): string => {
  for (let line = 0; line < 20_000; line++) console.log(line)
  return 'done'
}
export const hugeResult = (): string => 'x'.repeat(100_000_000)
export const exits = ({ code }: { code: number }): never => {
  console.error('about to end')
  process.exit(code)
}
export const dies = async ({ signal }: { signal: NodeJS.Signals }): Promise<never> => {
  process.kill(process.pid, signal)
  return forEver()
}
export const closesChannel = (): Promise<never> => {
  closeSync(CHANNEL)
  return forEver()
}
export const spins = (): never => {
  const untilMs = Date.now() + 20_000
  while (Date.now() < untilMs);
  process.exit(9)
}
export const throwsLater = (): Promise<never> => {
  setTimeout(() => {
    throw new Error('thrown by a timer')
  }, 1)
  return forEver()
}
export const rejectsAside = (): Promise<never> => {
  void Promise.reject(new Error('nobody waits for this'))
  return forEver()
}
export const throwsAfter = (): string => {
  setTimeout(() => {
    throw new Error('too late')
  }, 1)
  return 'fine'
}
export const heapBomb = (): never => {
  const kept: unknown[] = []
  for (let round = 0; round < 400; round++)
    kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at, round })))
  process.exit(kept.length === 0 ? 8 : 9)
}
export const replacesGlobals = (): string => {
  JSON.stringify = () => '{"type":"ready"}'
  return 'lost'
}
export const leavesChild = (): number | undefined => {
  const child = spawn('sleep', ['20'], { stdio: 'inherit', detached: true })
  return child.pid
}
export const throwsOddly = (): never => {
  // oxlint-disable-next-line only-throw-error -- that is the point
  throw new Proxy(
    {},
    {
      get() {
        throw new Error('do not look')
      },
    },
  )
}
