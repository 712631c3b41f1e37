import { isDeeperThan, MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { quoteText } from '../../schema/show-value.ts'
import { createProblem } from '../wire/answer-facts.ts'
import type { Frame } from './framing.ts'

const MAX_SHOWN_CHARACTERS = 120
// A body with so many broken events is none; more of them tell nothing new.
const MAX_PROBLEMS = 20

/** Where readers put what they found. */
export interface FrameOutput {
  /** An event, parsed already. */
  event(event: unknown): void
  /** An event as JSON text; `wasCut` when the body ended within it; `wrap` makes the event of what was parsed. */
  json(text: string, wasCut?: boolean, wrap?: (parsed: unknown) => unknown): void
  unreadable(message: string): void
  cut(message: string): void
  /** Reports and ignores everything from here on. */
  stop(code: 'RESPONSE_TOO_LARGE' | 'RESPONSE_UNREADABLE', message: string): void
  readonly stopped: boolean
  /** Set by a reader that met the mark of the end. */
  isOver: boolean
  /** Whatever was found since the last time. */
  take(): readonly Frame[]
}

/** What reads text: bytes are decoded by then. */
export interface TextFrameReader {
  push(text: string): void
  end(): void
}

export function createFrameOutput(): FrameOutput {
  let frames: Frame[] = []
  let problems = 0
  let stopped = false

  function report(code: 'RESPONSE_TOO_LARGE' | 'RESPONSE_UNREADABLE' | 'STREAM_CUT', message: string): void {
    if (stopped) return
    frames.push({ ok: false, problem: createProblem(code, '', message) })
    if (++problems >= MAX_PROBLEMS) stopped = true
  }

  return {
    isOver: false,
    event(event) {
      if (!stopped) frames.push({ ok: true, event })
    },
    json(text, wasCut = false, wrap = (parsed) => parsed) {
      if (stopped) return
      if (isDeeperThan(text, MAX_JSON_DEPTH)) {
        report('RESPONSE_TOO_LARGE', `An event nests deeper than the limit of ${MAX_JSON_DEPTH} levels.`)
        return
      }
      try {
        frames.push({ ok: true, event: wrap(JSON.parse(text)) })
      } catch {
        if (wasCut) report('STREAM_CUT', `The stream ended within an event: ${showStart(text)}.`)
        else report('RESPONSE_UNREADABLE', describeText('An event of the stream', text))
      }
    },
    unreadable: (message) => report('RESPONSE_UNREADABLE', message),
    cut: (message) => report('STREAM_CUT', message),
    stop(code, message) {
      report(code, message)
      stopped = true
    },
    get stopped() {
      return stopped
    },
    take() {
      const taken = frames
      frames = []
      return taken
    },
  }
}

/** Says what a text is that should have been JSON. */
export function describeText(what: string, text: string): string {
  const kind = /^\s*</.test(text) ? 'a web page or XML' : 'not JSON'
  return `${what} is ${kind}: ${showStart(text)}.`
}

function showStart(text: string): string {
  return quoteText(text.slice(0, 2 * MAX_SHOWN_CHARACTERS).trim(), MAX_SHOWN_CHARACTERS)
}

/** The sentence for an event past the limit. */
export function tooLargeEvent(maxEventBytes: number): string {
  return `An event of the stream is larger than the limit of ${maxEventBytes} bytes.`
}
