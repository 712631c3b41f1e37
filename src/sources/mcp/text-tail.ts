/** The end of what a program says. */
export interface TextTail {
  add(chunk: Buffer): void
  /** The last lines. */
  text(): string
}

/** Keeps the last bytes of a stream that may be endless. */
export function createTextTail(maxBytes: number): TextTail {
  let kept: Buffer = Buffer.alloc(0)
  let isCut = false
  return {
    add(chunk) {
      isCut ||= kept.length + chunk.length > maxBytes
      kept = Buffer.concat([kept, chunk.subarray(-maxBytes)]).subarray(-maxBytes)
    },
    text() {
      const text = kept.toString().trim()
      // The first line, and perhaps its first character, is only a part.
      const start = isCut ? text.indexOf('\n') + 1 : 0
      return text.slice(start)
    },
  }
}
