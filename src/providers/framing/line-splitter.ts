/** Cuts text into lines. */
export interface LineSplitter {
  push(text: string): void
  /** Gives the last line, when it has no line end. */
  end(): void
}

/** Cuts at LF, CR and CRLF, wherever the text is split; `onTooLong` is told once a line passes the limit. */
export function createLineSplitter(
  maxCharacters: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): LineSplitter {
  let pending = ''
  let skipsLineFeed = false

  return {
    push(text) {
      let from = 0
      // A CR ended the last piece: an LF now belongs to it.
      if (skipsLineFeed && text !== '') {
        if (text.startsWith('\n')) from = 1
        skipsLineFeed = false
      }
      let lineFeed = text.indexOf('\n', from)
      let carriageReturn = text.indexOf('\r', from)
      for (;;) {
        const isReturn = carriageReturn !== -1 && (lineFeed === -1 || carriageReturn < lineFeed)
        const end = isReturn ? carriageReturn : lineFeed
        if (end === -1) break
        const line = pending + text.slice(from, end)
        pending = ''
        from = end + 1
        if (isReturn) {
          if (from === text.length) skipsLineFeed = true
          else if (lineFeed === from) from++
          carriageReturn = text.indexOf('\r', from)
        }
        if (lineFeed !== -1 && lineFeed < from) lineFeed = text.indexOf('\n', from)
        if (line.length > maxCharacters) {
          onTooLong()
          return
        }
        onLine(line)
      }
      pending += text.slice(from)
      if (pending.length > maxCharacters) {
        pending = ''
        onTooLong()
      }
    },
    end() {
      if (pending !== '') onLine(pending)
      pending = ''
    },
  }
}
