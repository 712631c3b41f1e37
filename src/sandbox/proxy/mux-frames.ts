/** What a frame says. Streams are opened by the side inside the sandbox alone. */
export const FRAME_KINDS = { open: 1, data: 2, end: 3, reset: 4, credit: 5 } as const

export type FrameKind = keyof typeof FRAME_KINDS

/** A piece of one of the streams that share a channel. */
export interface MuxFrame {
  readonly kind: FrameKind
  readonly stream: number
  /** The bytes of `data`; empty for all others. */
  readonly payload: Buffer
  /** How many more bytes the other side may send, of `credit`; 0 for all others. */
  readonly credit: number
}

export const HEADER_BYTES = 9
/** The longest payload: one stream cannot keep the channel from the others for long. */
export const MAX_PAYLOAD_BYTES = 16 * 1024
const CREDIT_BYTES = 4
const EMPTY = Buffer.alloc(0)

const KIND_OF_BYTE: ReadonlyMap<number, FrameKind> = new Map(
  Object.entries(FRAME_KINDS).map(([kind, byte]) => [byte, kind as FrameKind]),
)

/** A frame: its kind (1 byte), its stream (4), the length of its payload (4, highest byte first), the payload. */
export function encodeMuxFrame(kind: FrameKind, stream: number, payload: Buffer = EMPTY): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  frame.writeUInt8(FRAME_KINDS[kind], 0)
  frame.writeUInt32BE(stream, 1)
  frame.writeUInt32BE(payload.length, 5)
  payload.copy(frame, HEADER_BYTES)
  return frame
}

export function encodeCredit(stream: number, bytes: number): Buffer {
  const payload = Buffer.allocUnsafe(CREDIT_BYTES)
  payload.writeUInt32BE(bytes, 0)
  return encodeMuxFrame('credit', stream, payload)
}

/** Cuts a channel into frames, wherever it was cut itself; holds less than one frame. */
export class MuxFrameReader {
  #pieces: Buffer[] = []
  #heldBytes = 0
  #neededBytes = HEADER_BYTES

  /** The frames that a piece completes; throws for what is no frame. */
  push(piece: Buffer): MuxFrame[] {
    const frames: MuxFrame[] = []
    this.#pieces.push(piece)
    this.#heldBytes += piece.length
    while (this.#heldBytes >= this.#neededBytes) {
      const held = this.#pieces.length === 1 ? (this.#pieces[0] ?? EMPTY) : Buffer.concat(this.#pieces)
      const frameBytes = HEADER_BYTES + readLength(held)
      const isWhole = held.length >= frameBytes
      if (isWhole) frames.push(readFrame(held, frameBytes))
      const rest = isWhole ? held.subarray(frameBytes) : held
      this.#pieces = [rest]
      this.#heldBytes = rest.length
      this.#neededBytes = isWhole ? HEADER_BYTES : frameBytes
    }
    return frames
  }
}

function readLength(held: Buffer): number {
  const kind = KIND_OF_BYTE.get(held[0] ?? 0)
  const length = held.readUInt32BE(5)
  const fits =
    kind === 'data'
      ? length >= 1 && length <= MAX_PAYLOAD_BYTES
      : length === (kind === 'credit' ? CREDIT_BYTES : 0)
  if (kind === undefined || !fits) throw new Error('what came is no frame')
  return length
}

function readFrame(held: Buffer, frameBytes: number): MuxFrame {
  const kind = KIND_OF_BYTE.get(held[0] ?? 0) ?? 'reset'
  const stream = held.readUInt32BE(1)
  return kind === 'credit'
    ? { kind, stream, payload: EMPTY, credit: held.readUInt32BE(HEADER_BYTES) }
    : { kind, stream, payload: held.subarray(HEADER_BYTES, frameBytes), credit: 0 }
}
