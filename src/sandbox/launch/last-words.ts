import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfinedProcess } from './launcher.ts'

const GRACE_MS = 500
const MAX_CHARACTERS = 500

const listen = (): void => undefined

/** Keeps what a stream holds: when a process ends, Node throws away what nobody listens to. */
export function keepUnread(stream: Readable): () => void {
  stream.on('readable', listen)
  return () => stream.off('readable', listen)
}

/** What a process that fails to begin says of it; it is ended when it does not end by itself. */
export async function lastWords({ exited, kill, stderr }: ConfinedProcess): Promise<string> {
  await Promise.race([exited, sleep(GRACE_MS)])
  kill()
  const words = await stderr.setEncoding('utf8').toArray()
  return words.join('').trim().slice(0, MAX_CHARACTERS)
}
