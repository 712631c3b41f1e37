import type { JsonValue } from '../schema/json-schema.ts'
import { toJsonValue } from './to-json-value.ts'

/** Whether a tool answered with an async generator, that is, streams. */
export function isAsyncGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { next?: unknown }).next === 'function' &&
    Symbol.asyncIterator in value
  )
}

/** What a streaming tool gave. */
export interface Drained {
  readonly value: unknown
  /** Size of the pieces that were too much to be kept. */
  readonly lostBytes: number
}

// A generator that never waits for anything would keep timers, and so its own limit, from ever firing.
const PIECES_PER_TURN = 64

/**
 * Runs a streaming tool to its end. Each piece it yields is passed on at once; the value it returns is the result. When
 * it returns nothing, the pieces are: text joined, anything else as a list.
 */
export async function drainPieces(
  generator: AsyncGenerator<unknown, unknown, void>,
  run: { readonly stopped: boolean },
  maxBytes: number,
  onPiece: (piece: JsonValue) => void,
): Promise<Drained> {
  const pieces: JsonValue[] = []
  let readBytes = 0
  let keptBytes = 0
  let count = 0
  try {
    while (!run.stopped) {
      const step = await generator.next()
      if (step.done === true) {
        const returned = step.value ?? undefined
        if (returned !== undefined) return { value: returned, lostBytes: 0 }
        return { value: joinPieces(pieces), lostBytes: readBytes - keptBytes }
      }
      const { value, bytes } = toJsonValue(step.value, { maxBytes })
      onPiece(value)
      // Twice the limit is enough to see that the result must be cut; the rest would only fill memory.
      readBytes += bytes
      if (keptBytes <= maxBytes * 2) {
        pieces.push(value)
        keptBytes += bytes
      }
      if (++count % PIECES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return { value: undefined, lostBytes: 0 }
  } finally {
    // Lets the tool's own `finally` run when it was stopped half way; a finished generator ignores it.
    if (run.stopped) void generator.return(undefined).catch(() => undefined)
  }
}

function joinPieces(pieces: readonly JsonValue[]): unknown {
  if (pieces.length === 0) return undefined
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}
