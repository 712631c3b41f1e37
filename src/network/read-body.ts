import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'

/** A body, or its beginning. */
export interface LimitedBody {
  readonly bytes: Buffer
  /** There is more: the limit was reached. */
  readonly truncated: boolean
}

/** What a request may ask for, since it can be read. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd'

// Nested codings multiply: a bomb in a bomb.
const MAX_CODINGS = 2
// Browsers stop at the same window; the default would let an answer take 128 MB.
const ZSTD_WINDOW_LOG = 23

/** Makes a stream that undoes one coding; `deflate` needs the first byte to tell what it is. */
type Decoder = (firstByte: number) => Transform

// A body that ends early is read as far as it goes, as browsers do.
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH }
const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', () => createGunzip(LENIENT)],
  ['x-gzip', () => createGunzip(LENIENT)],
  // zlib by the standard, bare deflate by habit
  ['deflate', (first) => ((first & 0x0f) === 8 ? createInflate(LENIENT) : createInflateRaw(LENIENT))],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })],
])

/** Reads a Content-Encoding, the last coding first; undefined when one is not known or there are too many. */
export function readCodings(contentEncoding: string): Decoder[] | undefined {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const decoders = names.flatMap((name) => DECODERS.get(name) ?? [])
  return decoders.length < names.length || names.length > MAX_CODINGS ? undefined : decoders.reverse()
}

/**
 * Reads a body up to a limit that holds for the bytes on the wire and for what they unpack to. Memory stays near the
 * limit whatever is sent, and what is left is not read. Rejects as the streams do.
 */
export async function readBody(
  source: Readable,
  decoders: readonly Decoder[],
  maxBytes: number,
): Promise<LimitedBody> {
  const wire = new Limit(maxBytes)
  const unpacked = new Limit(maxBytes)
  let pieces = wire.apply(source)
  for (const decoder of decoders) pieces = unpack(pieces, decoder)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of unpacked.apply(pieces)) chunks.push(chunk)
  } finally {
    source.destroy()
  }
  return { bytes: Buffer.concat(chunks), truncated: wire.isReached || unpacked.isReached }
}

class Limit {
  isReached = false
  #left: number

  constructor(maxBytes: number) {
    this.#left = maxBytes
  }

  /** Ends, and with it whatever feeds it, at the limit. */
  async *apply(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.isReached = piece.length > this.#left
      yield piece.subarray(0, this.#left)
      if (this.isReached) return
      this.#left -= piece.length
    }
  }
}

async function* unpack(packed: AsyncGenerator<Buffer>, decoder: Decoder): AsyncGenerator<Buffer> {
  const first = await packed.next()
  if (first.done === true) return
  const stream = decoder(first.value[0] ?? 0)
  // An error comes out of the stream, which is read here.
  pipeline(Readable.from(prepend(first.value, packed)), stream, () => undefined)
  yield* stream as AsyncIterable<Buffer>
}

async function* prepend(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
