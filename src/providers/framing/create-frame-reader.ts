import { isAnyArrayBuffer } from 'node:util/types'
import { checkOptions, type OptionRule, type OptionRules } from '../../define/check-options.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { showValue } from '../../schema/show-value.ts'
import { readAwsEventStream } from './aws-event-stream.ts'
import { createFrameOutput } from './frame-output.ts'
import { FRAMINGS, type FrameLimits, type FrameReader, type Framing } from './framing.ts'
import { readJsonArray } from './json-array.ts'
import { readNdjson } from './ndjson.ts'
import { sniffBody } from './sniff-body.ts'
import { readSse } from './sse.ts'

const DEFAULT_MAX_BODY_BYTES = 67_108_864
const DEFAULT_MAX_EVENT_BYTES = 16_777_216

const aSize: OptionRule = [(value) => typeof value === 'number' && value > 0, 'a number of bytes above 0']
const LIMIT_RULES: OptionRules<FrameLimits> = { maxBodyBytes: aSize, maxEventBytes: aSize }

/** Makes a reader that cuts the bytes of a body into events. Costs grow with the length of the body alone. */
export function createFrameReader(framing: Framing, limits: FrameLimits = {}): FrameReader {
  if (!FRAMINGS.includes(framing)) {
    const known = FRAMINGS.map((name) => `'${name}'`).join(', ')
    throw new ToolwrightError('OPTION_INVALID', `The framing must be one of ${known}.`)
  }
  checkOptions('createFrameReader', limits, LIMIT_RULES)
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, maxEventBytes = DEFAULT_MAX_EVENT_BYTES } = limits
  const output = createFrameOutput()
  const isBinary = framing === 'aws-event-stream'
  const binary = readAwsEventStream(output, maxEventBytes)
  const text = sniffBody(output, (first) => {
    const isJson = first === '{' || first === '['
    if (framing === 'sse' && !isJson) return readSse(output, maxEventBytes)
    if (framing === 'ndjson' && isJson) return readNdjson(output, maxEventBytes)
    return isJson ? readJsonArray(output, maxEventBytes) : undefined
  })
  const decoder = new TextDecoder()
  let bodyBytes = 0
  let readsText = !isBinary
  let isOver = false

  function read(given: Uint8Array | string): void {
    // A length whose first byte is that of a letter would be more than half a gigabyte: such a body is text.
    if (isBinary && bodyBytes === 0) readsText = startsLikeText(given)
    const room = maxBodyBytes - bodyBytes
    const givenBytes = typeof given === 'string' ? Buffer.byteLength(given) : given.length
    bodyBytes += givenBytes
    if (givenBytes <= room) {
      feed(given)
      return
    }
    // What came within the limit is read all the same: events must not depend on how the bytes were cut.
    if (room > 0) feed((typeof given === 'string' ? Buffer.from(given) : given).subarray(0, room))
    output.stop('RESPONSE_TOO_LARGE', `The answer is larger than the limit of ${maxBodyBytes} bytes.`)
  }

  function feed(given: Uint8Array | string): void {
    if (!readsText) binary.push(typeof given === 'string' ? Buffer.from(given) : given)
    // Bytes of a character that was cut come before the text that follows them.
    else if (typeof given === 'string') text.push(decoder.decode() + given)
    else text.push(decoder.decode(given, { stream: true }))
  }

  return {
    push(given) {
      const bytes = typeof given === 'string' ? given : bytesOf(given)
      if (!output.stopped && !isOver && bytes.length > 0) read(bytes)
      return output.take()
    },
    end() {
      if (!output.stopped && !isOver) {
        const rest = decoder.decode()
        if (rest !== '') text.push(rest)
        if (readsText || bodyBytes === 0) text.end()
        else binary.end()
      }
      isOver = true
      return output.take()
    },
    get isOver() {
      return isOver || output.isOver
    },
  }
}

/** Bytes in whatever the platform holds them; other values would be lost in silence. */
function bytesOf(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return given
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  if (isAnyArrayBuffer(given)) return new Uint8Array(given)
  throw new ToolwrightError(
    'OPTION_INVALID',
    `A frame reader takes bytes or text, not ${showValue(given)}. Events that a client has parsed go to the accumulator.`,
  )
}

function startsLikeText(given: Uint8Array | string): boolean {
  const first = typeof given === 'string' ? given.charCodeAt(0) : (given[0] ?? 0)
  return first >= 0x20 || first === 0x0a || first === 0x0d
}
