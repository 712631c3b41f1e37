import { MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { tooLargeEvent, type FrameOutput, type TextFrameReader } from './frame-output.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c

/**
 * Cuts the items out of one JSON array; or, when the body starts otherwise, JSON values that follow one another, such as
 * the one object of an error. Every character is looked at once; each item is parsed when it is whole.
 */
export function readJsonArray(output: FrameOutput, maxEventBytes: number): TextFrameReader {
  let isArray: boolean | undefined
  let isOver = false
  let item = ''
  let isInItem = false
  let depth = 0
  let isInText = false
  let isEscaped = false

  function refuse(): void {
    output.stop('RESPONSE_TOO_LARGE', tooLargeEvent(maxEventBytes))
  }

  function finish(text: string, from: number, end: number): void {
    if (isInItem && item.length + end - from > maxEventBytes) refuse()
    else if (isInItem) output.json(item + text.slice(from, end))
    item = ''
    isInItem = false
  }

  /** What the character at hand does to the item; `from` is where the item starts in this text. */
  function read(text: string, at: number, from: number): number {
    const code = text.charCodeAt(at)
    if (isSpace(code) || code === COMMA) {
      if (depth === 0 && (isArray === false || code === COMMA)) finish(text, from, at)
      return from
    }
    const isOpening = code === 0x5b || code === 0x7b
    if (isArray === undefined) {
      isArray = code === 0x5b
      if (isArray) return from
    }
    if (isOver) {
      output.stop('RESPONSE_UNREADABLE', 'Something follows what should be the whole answer.')
      return from
    }
    const isClosing = code === 0x5d || code === 0x7d
    if (isClosing && depth === 0) {
      finish(text, from, at)
      isOver = true
      return from
    }
    const start = isInItem ? from : at
    isInItem = true
    if (code === QUOTE) isInText = true
    else if (isOpening && ++depth > MAX_JSON_DEPTH) {
      output.stop('RESPONSE_TOO_LARGE', `The answer nests deeper than the limit of ${MAX_JSON_DEPTH} levels.`)
    } else if (isClosing && --depth === 0) finish(text, start, at + 1)
    return start
  }

  return {
    push(text) {
      let from = 0
      for (let at = 0; at < text.length && !output.stopped; at++) {
        if (isInText) {
          const code = text.charCodeAt(at)
          if (isEscaped) isEscaped = false
          else if (code === BACKSLASH) isEscaped = true
          else if (code === QUOTE) isInText = false
        } else from = read(text, at, from)
      }
      if (!isInItem || output.stopped) return
      item += text.slice(from)
      if (item.length > maxEventBytes) refuse()
    },
    end() {
      if (isInItem) output.json(item, true)
      else if (isArray === true && !isOver) output.cut('The stream ended before its array did.')
    },
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
