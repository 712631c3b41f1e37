const HEADER_BYTES = 4

/** Receives the bodies of frames; `onTooLarge` is the end, nothing is read after it. */
export interface FrameListener {
  onFrame(body: Buffer): void
  onTooLarge(bytes: number): void
}

/** Cuts a stream of bytes into frames, wherever the stream itself was cut. Never holds more than one frame. */
export class FrameReader {
  /** The largest body that is read; a longer one ends the reading before its bytes are kept. */
  maxFrameBytes: number
  readonly #listener: FrameListener
  readonly #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #bodyBytes = -1
  #parts: Buffer[] = []
  #heldBytes = 0
  #stopped = false

  constructor(maxFrameBytes: number, listener: FrameListener) {
    this.maxFrameBytes = maxFrameBytes
    this.#listener = listener
  }

  /** Reads no further, also in the middle of a piece: what comes after a broken frame means nothing. */
  stop(): void {
    this.#stopped = true
    this.#parts = []
  }

  push(piece: Buffer): void {
    let offset = 0
    while (offset < piece.length && !this.#stopped) {
      offset += this.#bodyBytes < 0 ? this.#readHeader(piece, offset) : this.#readBody(piece, offset)
    }
  }

  #readHeader(piece: Buffer, offset: number): number {
    const taken = piece.copy(this.#header, this.#headerBytes, offset)
    this.#headerBytes += taken
    if (this.#headerBytes < HEADER_BYTES) return taken
    this.#headerBytes = 0
    this.#bodyBytes = this.#header.readUInt32BE(0)
    if (this.#bodyBytes > this.maxFrameBytes) {
      this.stop()
      this.#listener.onTooLarge(this.#bodyBytes)
    } else if (this.#bodyBytes === 0) this.#finish(Buffer.alloc(0))
    return taken
  }

  #readBody(piece: Buffer, offset: number): number {
    const taken = Math.min(this.#bodyBytes - this.#heldBytes, piece.length - offset)
    const part = piece.subarray(offset, offset + taken)
    this.#heldBytes += taken
    if (this.#heldBytes < this.#bodyBytes) this.#parts.push(part)
    else if (this.#parts.length === 0) this.#finish(part)
    else this.#finish(Buffer.concat([...this.#parts, part], this.#bodyBytes))
    return taken
  }

  #finish(body: Buffer): void {
    this.#bodyBytes = -1
    this.#heldBytes = 0
    this.#parts = []
    this.#listener.onFrame(body)
  }
}

/** A frame: the length of its body, four bytes with the highest first, then the body. */
export function encodeFrame(body: string): Buffer {
  const bytes = Buffer.byteLength(body)
  const frame = Buffer.allocUnsafe(HEADER_BYTES + bytes)
  frame.writeUInt32BE(bytes, 0)
  frame.write(body, HEADER_BYTES)
  return frame
}
