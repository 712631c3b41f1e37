import { describeText, tooLargeEvent, type FrameOutput, type TextFrameReader } from './frame-output.ts'
import { createLineSplitter } from './line-splitter.ts'

const FIELD_NAMES = new Set(['data', 'event', 'id', 'retry'])

/** Server-sent events whose data is JSON. */
export function readSse(output: FrameOutput, maxEventBytes: number): TextFrameReader {
  let data: string[] = []
  let dataCharacters = 0
  let eventName = ''
  let isSse = false
  /** The first line that is no part of such a stream: shown when nothing else came. */
  let strayLine: string | undefined
  let isOver = false

  function dispatch(): void {
    const text = data.length === 1 ? (data[0] ?? '') : data.join('\n')
    const name = eventName
    data = []
    dataCharacters = 0
    eventName = ''
    const trimmed = text.trim()
    if (trimmed === '[DONE]') output.isOver = true
    if (trimmed === '' || trimmed === '[DONE]') return
    if (name === 'error' && !/^[[{"]/.test(trimmed)) {
      output.unreadable(describeText('An error event of the stream', text))
    } else output.json(text, isOver)
  }

  function refuse(): void {
    output.stop('RESPONSE_TOO_LARGE', tooLargeEvent(maxEventBytes))
  }

  function readLine(line: string): void {
    if (output.stopped) return
    if (line === '') {
      dispatch()
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) {
      isSse = true
      return
    }
    const field = colon === -1 ? line : line.slice(0, colon)
    if (!FIELD_NAMES.has(field)) {
      strayLine ??= line.slice(0, 1000)
      return
    }
    isSse = true
    const value = colon === -1 ? '' : line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1)
    if (field === 'event') eventName = value
    if (field !== 'data') return
    data.push(value)
    // Each line counts, so that empty ones cannot pile up.
    dataCharacters += value.length + 1
    if (dataCharacters > maxEventBytes + 1) refuse()
  }

  const lines = createLineSplitter(maxEventBytes, readLine, refuse)
  return {
    push: (text) => lines.push(text),
    end() {
      isOver = true
      lines.end()
      dispatch()
      if (!isSse && strayLine !== undefined) output.unreadable(describeText('The answer', strayLine))
    },
  }
}
