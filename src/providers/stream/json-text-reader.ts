/** Reads the inside of one JSON string after another, from behind the opening quote. */
export interface TextReader {
  /** Reads on from `from`; gives the index behind what it took. */
  read(fragment: string, from: number): number
  /** Whether the last `read` met the closing quote. */
  readonly closed: boolean
  readonly failed: boolean
  /** What was read since the last take, but for the first half of a surrogate pair: its second half may follow. */
  takeSafe(): string
  /** Everything that was read since the last take. */
  takeAll(): string
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LETTER_U = 0x75
/** By the code of the character behind the backslash. */
const ESCAPES: readonly (string | undefined)[] = escapeTable()

const NO_ESCAPE = 0
const AFTER_BACKSLASH = 1
const IN_HEX = 2

/** Makes a reader that takes escapes and surrogate pairs in pieces. */
export function createTextReader(): TextReader {
  let pending = ''
  // Asking the growing text for its last character would make the engine copy it.
  let endsInHalf = false
  let escape = NO_ESCAPE
  let hexDigits = 0
  let hexValue = 0
  let closed = false
  let failed = false

  /** Takes one character of an escape. */
  function readEscape(code: number): void {
    if (escape === IN_HEX) readHexDigit(code)
    else if (code === LETTER_U) {
      escape = IN_HEX
      hexDigits = 0
      hexValue = 0
    } else {
      const character = ESCAPES[code]
      if (character === undefined) failed = true
      else add(character, false)
      escape = NO_ESCAPE
    }
  }

  function readHexDigit(code: number): void {
    const digit = hexDigit(code)
    if (digit === -1) {
      failed = true
      return
    }
    hexValue = hexValue * 16 + digit
    if (++hexDigits < 4) return
    add(String.fromCharCode(hexValue), isFirstHalf(hexValue))
    escape = NO_ESCAPE
  }

  function add(text: string, isHalf: boolean): void {
    pending += text
    endsInHalf = isHalf
  }

  return {
    read(fragment, from) {
      closed = false
      let at = from
      while (at < fragment.length && !failed) {
        if (escape !== NO_ESCAPE) {
          readEscape(fragment.charCodeAt(at++))
          continue
        }
        const end = endOfPlain(fragment, at)
        if (end > at) {
          pending += end - at === fragment.length ? fragment : fragment.slice(at, end)
          endsInHalf = isFirstHalf(fragment.charCodeAt(end - 1))
        }
        at = end
        if (end === fragment.length) break
        const code = fragment.charCodeAt(at++)
        if (code === BACKSLASH) escape = AFTER_BACKSLASH
        else if (code === QUOTE) {
          closed = true
          break
        } else failed = true
      }
      return at
    },
    get closed() {
      return closed
    },
    get failed() {
      return failed
    },
    takeSafe() {
      if (endsInHalf) {
        const taken = pending.slice(0, -1)
        pending = pending.slice(-1)
        return taken
      }
      const taken = pending
      pending = ''
      return taken
    },
    takeAll() {
      const taken = pending
      pending = ''
      endsInHalf = false
      return taken
    },
  }
}

/** Where the characters end that stand for themselves. */
function endOfPlain(fragment: string, from: number): number {
  let at = from
  for (; at < fragment.length; at++) {
    const code = fragment.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH || code < 0x20) break
  }
  return at
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff
}

function escapeTable(): (string | undefined)[] {
  const table: (string | undefined)[] = Array.from({ length: 128 }, () => undefined)
  const escapes = ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']
  for (const pair of escapes) table[pair.charCodeAt(0)] = pair.charAt(1)
  return table
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code & 0xdf
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1
}
