import { clearLine, createInterface, cursorTo } from 'node:readline'
import type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from './approval-channel.ts'
import { describeRequest, questionOf } from './describe-request.ts'
import { discardTypedAhead, type KeyboardInput } from './discard-typed-ahead.ts'
import { raceAbort } from './race-abort.ts'

/** Where the person types; a TTY or nobody is asked. */
type TerminalInput = KeyboardInput & { readonly isTTY?: boolean }

/** Where the person reads. */
type TerminalOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

export interface TerminalChannelOptions {
  /** @default process.stdin */
  readonly input?: TerminalInput
  /** Standard error by default, so that questions do not mix with what a program prints. @default process.stderr */
  readonly output?: TerminalOutput
}

const DEFAULT_COLUMNS = 80
const NO_TERMINAL = 'the call needs approval and there is no terminal to ask at'
const LEFT = 'the call needs approval and the terminal was closed or interrupted before an answer'
const WITHDRAWN: ApprovalAnswer = { decision: 'deny', reason: 'the question was withdrawn' }

// By input and not by channel: two channels on one keyboard must not ask at once.
const queues = new WeakMap<TerminalInput, Promise<unknown>>()

/**
 * Asks at the terminal, one question at a time. No is the default; the second question about a critical call wants the
 * name of the tool. Without a TTY, at end of input and on Ctrl-C the answer is no, marked unavailable.
 */
export function terminalChannel(options: TerminalChannelOptions = {}): ApprovalChannel {
  const { input = process.stdin, output = process.stderr } = options
  const isAvailable = (): boolean =>
    input.isTTY === true && output.isTTY === true && input.readable && output.writable
  return {
    name: 'terminal',
    isAvailable,
    async ask(request) {
      const turn = (queues.get(input) ?? Promise.resolve()).then(async () => {
        if (request.signal.aborted) return WITHDRAWN
        if (!isAvailable()) return unavailable(NO_TERMINAL)
        await discardTypedAhead(input)
        if (request.signal.aborted) return WITHDRAWN
        return isAvailable() ? askPerson(request, input, output) : unavailable(LEFT)
      })
      queues.set(
        input,
        turn.catch(() => undefined),
      )
      const end = await raceAbort(() => turn, request.signal)
      if (end.ended === 'thrown') throw end.thrown
      return end.ended === 'value' ? end.value : WITHDRAWN
    },
  }
}

async function askPerson(
  request: ApprovalRequest,
  input: TerminalInput,
  output: TerminalOutput,
): Promise<ApprovalAnswer> {
  for (let isWhole = false; ; isWhole = true) {
    const { text, hiddenRows } = describeRequest(request, output.columns ?? DEFAULT_COLUMNS, isWhole)
    output.write(text)
    const line = await readLine(questionOf(request, hiddenRows), request.signal, input, output)
    if (line === 'aborted') return WITHDRAWN
    if (line === 'left') return unavailable(LEFT)
    const typed = line.text.trim()
    if (hiddenRows > 0 && typed.toLowerCase() === 's') continue
    return readDecision(request, typed)
  }
}

function readDecision(request: ApprovalRequest, typed: string): ApprovalAnswer {
  if (request.confirmation === 2) return typed === request.toolName ? 'approve' : 'deny'
  const word = typed.toLowerCase()
  if (word === 'y' || word === 'yes') return 'approve'
  return request.rememberable && (word === 'a' || word === 'always')
    ? { decision: 'approve', remember: true }
    : 'deny'
}

/** An interface for each question: what was typed ahead of it in the same breath does not answer the next one. */
function readLine(
  question: string,
  signal: AbortSignal,
  input: TerminalInput,
  output: TerminalOutput,
): Promise<{ readonly text: string } | 'aborted' | 'left'> {
  return new Promise((resolve) => {
    const reader = createInterface({ input, output, terminal: true, historySize: 0 })
    let isDone = false
    const finish = (end: { readonly text: string } | 'aborted' | 'left'): void => {
      if (isDone) return // closing the reader below reports a close, too
      isDone = true
      signal.removeEventListener('abort', onAbort)
      reader.close()
      if (end === 'left' && output.writable) output.write('\n(No answer: the call does not run.)\n')
      resolve(end)
    }
    const onAbort = (): void => {
      clearLine(output, 0)
      cursorTo(output, 0)
      output.write('(The question was withdrawn: the call is no longer waiting.)\n')
      finish('aborted')
    }
    const onLeave = (): void => finish('left')
    signal.addEventListener('abort', onAbort, { once: true })
    reader.on('SIGINT', onLeave)
    reader.on('close', onLeave)
    reader.on('error', onLeave)
    reader.question(question, (text) => finish({ text }))
  })
}

function unavailable(reason: string): ApprovalAnswer {
  return { decision: 'deny', reason, unavailable: true }
}
