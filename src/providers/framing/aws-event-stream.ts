import { crc32 } from 'node:zlib'
import { readAwsHeaders } from './aws-headers.ts'
import { tooLargeEvent, type FrameOutput } from './frame-output.ts'

// A message: total length, length of the headers, CRC of these eight bytes; headers; payload; CRC of all before it.
const PRELUDE_BYTES = 12
const CRC_BYTES = 4

/** What reads bytes. */
export interface ByteFrameReader {
  push(bytes: Uint8Array): void
  end(): void
}

/** Messages of `application/vnd.amazon.eventstream`, given as `{ [eventType]: payload }`. */
export function readAwsEventStream(output: FrameOutput, maxEventBytes: number): ByteFrameReader {
  const prelude = Buffer.alloc(PRELUDE_BYTES)
  let message = prelude
  let filledBytes = 0

  function readPrelude(): void {
    const totalBytes = prelude.readUInt32BE(0)
    const headerBytes = prelude.readUInt32BE(4)
    if (crc32(prelude.subarray(0, 8)) !== prelude.readUInt32BE(8)) {
      output.stop('RESPONSE_UNREADABLE', 'The answer is no AWS event stream, or was damaged on its way.')
    } else if (totalBytes > maxEventBytes) {
      output.stop('RESPONSE_TOO_LARGE', tooLargeEvent(maxEventBytes))
    } else if (headerBytes + PRELUDE_BYTES + CRC_BYTES > totalBytes) {
      output.stop('RESPONSE_UNREADABLE', 'A message of the event stream has lengths that cannot be.')
    } else {
      message = Buffer.alloc(totalBytes)
      prelude.copy(message)
    }
  }

  function readMessage(): void {
    const end = message.length - CRC_BYTES
    if (crc32(message.subarray(0, end)) !== message.readUInt32BE(end)) {
      output.stop(
        'RESPONSE_UNREADABLE',
        'A message of the event stream was damaged on its way: its checksum differs.',
      )
      return
    }
    const payloadStart = PRELUDE_BYTES + prelude.readUInt32BE(4)
    readPayload(output, message.subarray(PRELUDE_BYTES, payloadStart), message.subarray(payloadStart, end))
    message = prelude
    filledBytes = 0
  }

  return {
    push(bytes) {
      let from = 0
      while (from < bytes.length && !output.stopped) {
        const piece = bytes.subarray(from, from + message.length - filledBytes)
        message.set(piece, filledBytes)
        filledBytes += piece.length
        from += piece.length
        if (filledBytes < message.length) return
        if (message === prelude) readPrelude()
        else readMessage()
      }
    },
    end() {
      if (filledBytes > 0) output.cut('The event stream ended within a message.')
    },
  }
}

function readPayload(output: FrameOutput, headerBytes: Buffer, payload: Buffer): void {
  const headers = readAwsHeaders(headerBytes)
  if (headers === undefined) {
    output.unreadable('The headers of a message of the event stream cannot be read.')
    return
  }
  const kind = headers.get(':message-type')
  if (kind === 'error') {
    const message = headers.get(':error-message') ?? payload.toString()
    output.event({ [headers.get(':error-code') ?? 'error']: { message } })
    return
  }
  const type = headers.get(kind === 'exception' ? ':exception-type' : ':event-type') ?? kind ?? 'event'
  output.json(payload.length === 0 ? '{}' : payload.toString(), false, (parsed) => ({ [type]: parsed }))
}
