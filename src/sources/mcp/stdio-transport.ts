import { homedir } from 'node:os'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { createLineReader } from './line-reader.ts'
import type { StdioReach } from './mcp-options.ts'
import { type ProcessTree, startProcessTree } from './process-tree.ts'
import { createTextTail } from './text-tail.ts'

/** What a program says before it ends is often the only reason there is. */
const STDERR_BYTES = 4_096
// A program that prints to its output what belongs to standard error is forgiven, up to here.
const MAX_STRAY_LINES = 1_000
const LAST_WORDS_MS = 500

/** A connection to a program over its standard input and output. */
export interface StdioTransport extends Transport {
  /** The last that it said on standard error. */
  stderrTail(): string
  /** How it ended; undefined while it runs. */
  ending(): string | undefined
  // The client library tells a program by these two.
  readonly pid: number | undefined
  readonly stderr: null
}

/** The transport of the library lets the shell and the user through, kills no children and drops what is said last. */
export function createStdioTransport(reach: StdioReach, maxMessageBytes: number): StdioTransport {
  const tail = createTextTail(STDERR_BYTES)
  let tree: ProcessTree | undefined
  let ending: string | undefined
  let strayLines = 0
  let isClosed = false

  function giveUp(reason: string): void {
    ending ??= reason
    transport.onerror?.(new Error(reason))
    tree?.kill()
  }

  function onClosed(): void {
    if (isClosed) return
    isClosed = true
    transport.onclose?.()
  }

  function onLine(line: string): void {
    if (line.trim() === '' || ending !== undefined) return
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      message = undefined
    }
    if (isMessage(message)) return transport.onmessage?.(message)
    strayLines += 1
    if (strayLines > MAX_STRAY_LINES)
      giveUp(`it wrote more than ${MAX_STRAY_LINES} lines that are no JSON-RPC`)
    else if (strayLines === 1)
      transport.onerror?.(new Error('it writes lines that are no JSON-RPC; they are left out'))
  }

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return tree?.child.pid
    },
    stderrTail: () => tail.text(),
    ending: () => ending,

    start() {
      tree = startProcessTree(reach.command, {
        args: reach.args,
        env: { ...baseEnvironment(), ...reach.env },
        cwd: reach.cwd,
      })
      const { child } = tree
      const read = createLineReader(maxMessageBytes, onLine, () =>
        giveUp(`it sent a message of more than ${maxMessageBytes} bytes`),
      )
      child.stdout?.on('data', read)
      child.stderr?.on('data', (chunk: Buffer) => tail.add(chunk))
      // A program that has ended reads no more; how it ended is told by `close`.
      child.stdin?.on('error', () => undefined)
      return new Promise((resolve, reject) => {
        child.once('spawn', resolve)
        child.once('error', (error) => {
          ending ??= error.message
          reject(error)
        })
        child.once('exit', (code, signal) => {
          ending ??= signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`
          // A child that has left the group may keep the pipes open.
          setTimeout(onClosed, LAST_WORDS_MS)
        })
        // By then all that it said has been read.
        child.once('close', onClosed)
      })
    },

    send(message) {
      const stdin = tree?.child.stdin
      if (stdin?.writable !== true) return Promise.reject(new Error('the program has ended'))
      if (stdin.writableLength > maxMessageBytes) {
        giveUp('it does not read its input')
        return Promise.reject(new Error('the program does not read its input'))
      }
      return new Promise((resolve) => {
        // Whether it is read in time is the affair of the time limits; a full pipe must not keep a cancellation waiting.
        stdin.write(`${JSON.stringify(message)}\n`, () => resolve())
      })
    },

    async close() {
      await tree?.end()
    },
  }
  return transport
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'jsonrpc') === '2.0'
}

/** What every program needs, and nothing that a host keeps in its environment. */
function baseEnvironment(): Record<string, string> {
  const { PATH, LANG } = process.env
  const base: Record<string, string> = { PATH: PATH ?? '/usr/local/bin:/usr/bin:/bin', HOME: homedir() }
  if (LANG !== undefined) base['LANG'] = LANG
  if (process.platform !== 'win32') return base
  // Untested: programs do not start on Windows without these.
  for (const name of ['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE']) {
    const value = process.env[name]
    if (value !== undefined) base[name] = value
  }
  return base
}
