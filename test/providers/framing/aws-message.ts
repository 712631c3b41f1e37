import { crc32 } from 'node:zlib'

/** A header: its type and the bytes of its value, as the format has them. */
export interface AwsHeader {
  readonly name: string
  readonly type: number
  readonly value: Uint8Array
}

export function textHeader(name: string, text: string): AwsHeader {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return { name, type: 7, value: Buffer.concat([length, bytes]) }
}

/** Writes one message of `application/vnd.amazon.eventstream`. */
export function awsMessage(headers: readonly AwsHeader[], payload: string | Uint8Array): Buffer {
  return awsMessageOf(
    Buffer.concat(
      headers.map(({ name, type, value }) =>
        Buffer.concat([
          Buffer.from([Buffer.byteLength(name)]),
          Buffer.from(name),
          Buffer.from([type]),
          value,
        ]),
      ),
    ),
    payload,
  )
}

/** The same from headers that are bytes already, and may be wrong. */
export function awsMessageOf(headers: Uint8Array, payload: string | Uint8Array): Buffer {
  const body = Buffer.concat([headers, Buffer.from(payload)])
  const start = awsPrelude(12 + body.length + 4, headers.length)
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc32(Buffer.concat([start, body])))
  return Buffer.concat([start, body, end])
}

/** The twelve bytes that begin a message, with the right checksum for whatever lengths. */
export function awsPrelude(totalBytes: number, headerBytes: number): Buffer {
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(totalBytes, 0)
  prelude.writeUInt32BE(headerBytes, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  return prelude
}

/** An event as Bedrock sends it. */
export function awsEvent(type: string, payload: unknown): Buffer {
  return awsMessage(
    [
      textHeader(':event-type', type),
      textHeader(':content-type', 'application/json'),
      textHeader(':message-type', 'event'),
    ],
    JSON.stringify(payload),
  )
}
