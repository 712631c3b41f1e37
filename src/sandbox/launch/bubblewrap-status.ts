import type { Readable } from 'node:stream'
import { startTimeOf } from './process-status.ts'

/** What bubblewrap says of the sandbox that it makes. */
export interface BubblewrapStatus {
  /** The first process of the namespace, by its number outside; all others end with it. */
  readonly firstPid: number | undefined
  readonly firstStartTime: string | undefined
  /** How the program ended; undefined while it has not, or when it never began. */
  readonly exitCode: number | undefined
}

/** Reads what `--json-status-fd` gives: an object a line. */
export class StatusReader {
  #status: BubblewrapStatus = { firstPid: undefined, firstStartTime: undefined, exitCode: undefined }
  #rest = ''
  readonly #made = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()

  constructor(stream: Readable) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => this.#read(text))
    stream.once('close', () => this.#ended.resolve())
  }

  get status(): BubblewrapStatus {
    return this.#status
  }

  /** Settles when the namespace has its first process. */
  get made(): Promise<void> {
    return this.#made.promise
  }

  /** Settles when there is nothing more to come. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const record = JSON.parse(line) as { 'child-pid'?: number; 'exit-code'?: number }
      const firstPid = record['child-pid']
      const exitCode = record['exit-code']
      if (exitCode !== undefined) this.#status = { ...this.#status, exitCode }
      if (firstPid === undefined) continue
      this.#status = { ...this.#status, firstPid, firstStartTime: startTimeOf(firstPid) }
      this.#made.resolve()
    }
  }
}
