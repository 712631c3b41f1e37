import type { JsonValue } from '../../schema/json-schema.ts'
import { setOwn } from '../../schema/mend/fill-defaults.ts'
import { MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { copyValue } from './copy-value.ts'
import { createTextReader } from './json-text-reader.ts'
import type { ValueDelta, ValuePath } from './stream-delta.ts'

/** Reads JSON text piece by piece. A preview only: a strict parse of the whole text decides what it is. */
export interface JsonReader {
  /** Takes the next piece, cut anywhere. Never throws. */
  push(fragment: string): void
  /** Says that nothing follows; only a number that stands alone needs it. */
  end(): void
  /** A fresh copy of what is there so far; undefined when nothing is. */
  value(): JsonValue | undefined
  /** Whether the text turned out not to be JSON, or too deep. The reader has stopped and keeps what it had. */
  readonly failed: boolean
}

// What may come next.
const VALUE = 0
const FIRST_ITEM = 1
const FIRST_KEY = 2
const KEY = 3
const COLON = 4
const AFTER_VALUE = 5
const IN_TEXT = 6
const IN_KEY = 7
const IN_LITERAL = 8
const OVER = 9

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const LONGEST_WORD = 5

/**
 * What the deltas of one piece may take: a path has a step a level, so that short values deep down would fill the memory
 * with paths. Past it nothing more is told; the value is read on.
 */
const MAX_TOLD_STEPS = 8_000_000
/** What a delta takes besides its path, in steps. */
const STEPS_OF_DELTA = 16

/** An array or object that is open. */
interface Level {
  readonly items: JsonValue[] | undefined
  readonly properties: Record<string, JsonValue>
  readonly path: ValuePath
  key: string
  /** How many items are complete. */
  count: number
}

const NO_PROPERTIES: Record<string, JsonValue> = Object.freeze({})
const ROOT_PATH: ValuePath = Object.freeze([])

/** Makes a reader; `onDelta` hears what each piece changed. Costs grow with the length of the text alone. */
export function createJsonReader(onDelta?: (delta: ValueDelta) => void): JsonReader {
  const levels: Level[] = []
  const reader = createTextReader()
  let level: Level | undefined
  let root: JsonValue | undefined
  let state = VALUE
  let failed = false
  let text = ''
  let textPath: ValuePath = ROOT_PATH
  let literal = ''
  let isWord = false
  let tell = onDelta
  let toldSteps = 0

  function pathHere(): ValuePath {
    // Nobody sees paths when nobody listens.
    if (tell === undefined || level === undefined) return ROOT_PATH
    toldSteps += level.path.length + STEPS_OF_DELTA
    if (toldSteps > MAX_TOLD_STEPS) {
      tell = undefined
      return ROOT_PATH
    }
    // Written out: a spread costs several times as much.
    const path = level.path.slice()
    path.push(level.items === undefined ? level.key : level.count)
    return path
  }

  function place(value: JsonValue): void {
    if (level === undefined) root = value
    else if (level.items === undefined) setOwn(level.properties, level.key, value)
    else level.items[level.count] = value
  }

  function complete(): void {
    state = level === undefined ? OVER : AFTER_VALUE
    if (level !== undefined) level.count++
  }

  function open(isArray: boolean): void {
    if (levels.length >= MAX_JSON_DEPTH) {
      failed = true
      return
    }
    const items: JsonValue[] | undefined = isArray ? [] : undefined
    const properties = isArray ? NO_PROPERTIES : {}
    const path = pathHere()
    place(items ?? properties)
    level = { items, properties, path, key: '', count: 0 }
    levels.push(level)
    state = isArray ? FIRST_ITEM : FIRST_KEY
    tell?.({ type: 'open', path, value: isArray ? [] : {} })
  }

  function close(): void {
    const path = level?.path ?? ROOT_PATH
    levels.pop()
    level = levels.at(-1)
    complete()
    tell?.({ type: 'close', path })
  }

  function beginText(): void {
    state = IN_TEXT
    text = ''
    textPath = pathHere()
    tell?.({ type: 'open', path: textPath, value: '' })
  }

  function append(piece: string): void {
    if (piece === '') return
    text += piece
    tell?.({ type: 'append', path: textPath, text: piece })
  }

  function readText(fragment: string, from: number): number {
    const end = reader.read(fragment, from)
    if (reader.failed) failed = true
    if (!reader.closed) return end
    if (state === IN_KEY) {
      if (level !== undefined) level.key = reader.takeAll()
      state = COLON
      return end
    }
    append(reader.takeAll())
    place(text)
    complete()
    tell?.({ type: 'close', path: textPath })
    return end
  }

  function readLiteral(fragment: string, from: number): number {
    let end = from
    while (end < fragment.length && isLiteralCode(fragment.charCodeAt(end))) end++
    literal += fragment.slice(from, end)
    if (isWord && literal.length > LONGEST_WORD) failed = true
    else if (end < fragment.length || (isWord && WORDS.has(literal))) endLiteral()
    return end
  }

  function endLiteral(): void {
    const word = WORDS.get(literal)
    if (word === undefined && !NUMBER.test(literal)) {
      failed = true
      return
    }
    const value = word === undefined ? +literal : word
    const path = pathHere()
    place(value)
    complete()
    tell?.({ type: 'value', path, value })
  }

  function beginValue(code: number): void {
    if (code === QUOTE) beginText()
    else if (code === OPEN_OBJECT) open(false)
    else if (code === OPEN_ARRAY) open(true)
    else failed = true
  }

  /** Takes one character that is no space, outside of texts and literals. */
  function readMark(code: number): void {
    switch (state) {
      case FIRST_ITEM:
        if (code === CLOSE_ARRAY) close()
        else beginValue(code)
        return
      case VALUE:
        beginValue(code)
        return
      case FIRST_KEY:
      case KEY:
        if (code === QUOTE) state = IN_KEY
        else if (code === CLOSE_OBJECT && state === FIRST_KEY) close()
        else failed = true
        return
      case COLON:
        if (code === 0x3a) state = VALUE
        else failed = true
        return
      case AFTER_VALUE: {
        const isArray = level?.items !== undefined
        if (code === COMMA) state = isArray ? VALUE : KEY
        else if (code === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) close()
        else failed = true
        return
      }
      default:
        failed = true
    }
  }

  function readOutside(fragment: string, from: number): number {
    const code = fragment.charCodeAt(from)
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) return from + 1
    if (state <= FIRST_ITEM && isLiteralCode(code)) {
      literal = ''
      // Asking the growing text for its first character would make the engine copy it.
      isWord = code >= 0x61
      state = IN_LITERAL
      return from
    }
    readMark(code)
    return from + 1
  }

  return {
    push(fragment) {
      toldSteps = 0
      let at = 0
      while (at < fragment.length && !failed) {
        if (state === IN_TEXT || state === IN_KEY) at = readText(fragment, at)
        else if (state === IN_LITERAL) at = readLiteral(fragment, at)
        else at = readOutside(fragment, at)
      }
      if (state === IN_TEXT) append(reader.takeSafe())
    },
    end() {
      if (state === IN_LITERAL && !failed) endLiteral()
    },
    value() {
      if (state === IN_TEXT) place(text)
      return root === undefined ? undefined : copyValue(root)
    },
    get failed() {
      return failed
    },
  }
}

/** Letters in lower case, digits, `+`, `-`, `.`, and `E`: whatever numbers and words are made of. */
function isLiteralCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x45
  )
}
