const LINE_FEED = 0x0a

/**
 * Cuts a stream of bytes into lines, whatever the chunks. A line over the limit ends it all: what was kept is dropped,
 * and nothing more is read.
 */
export function createLineReader(
  maxLineBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  let kept: Buffer[] = []
  let keptBytes = 0
  let isOver = false

  return (chunk) => {
    let start = 0
    while (!isOver) {
      const end = chunk.indexOf(LINE_FEED, start)
      const piece = chunk.subarray(start, end === -1 ? undefined : end)
      if (keptBytes + piece.length > maxLineBytes) {
        isOver = true
        kept = []
        onTooLong()
        return
      }
      kept.push(piece)
      keptBytes += piece.length
      if (end === -1) return
      const line = (kept.length === 1 ? piece : Buffer.concat(kept, keptBytes)).toString()
      kept = []
      keptBytes = 0
      start = end + 1
      onLine(line)
    }
  }
}
