import { tooLargeEvent, type FrameOutput, type TextFrameReader } from './frame-output.ts'
import { readJsonArray } from './json-array.ts'
import { createLineSplitter } from './line-splitter.ts'

/** One JSON text a line; blank lines mean nothing. */
export function readNdjson(output: FrameOutput, maxEventBytes: number): TextFrameReader {
  let isFirst = true
  let isOver = false
  /** Reads the body when it is JSON printed over several lines, as errors are that a proxy puts in place of a stream. */
  let printed: TextFrameReader | undefined

  function readLine(line: string): void {
    const trimmed = line.trim()
    if (output.stopped || trimmed === '') return
    if (isFirst && !isOver && (trimmed === '{' || trimmed === '[')) {
      printed = readJsonArray(output, maxEventBytes)
    }
    isFirst = false
    if (printed === undefined) output.json(line, isOver)
    else printed.push(`${line}\n`)
  }

  const lines = createLineSplitter(maxEventBytes, readLine, () =>
    output.stop('RESPONSE_TOO_LARGE', tooLargeEvent(maxEventBytes)),
  )
  return {
    push: (text) => lines.push(text),
    end() {
      isOver = true
      lines.end()
      printed?.end()
    },
  }
}
