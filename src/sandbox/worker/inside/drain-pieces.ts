import { toJsonValue } from '../../../results/to-json-value.ts'
import type { JsonValue } from '../../../schema/json-schema.ts'
import type { WorkerRun } from './worker-run.ts'

export function isAsyncGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { next?: unknown }).next === 'function' &&
    Symbol.asyncIterator in value
  )
}

// A generator that never waits for anything would keep a cancellation from ever arriving.
const PIECES_PER_TURN = 64

/**
 * Runs a streaming tool to its end, as the host does with one of its own: each piece is passed on, the value it returns is
 * the result; when it returns nothing, the pieces are, text joined, anything else as a list.
 */
export async function drainPieces(
  generator: AsyncGenerator<unknown, unknown, void>,
  run: WorkerRun,
): Promise<unknown> {
  const { maxOutputBytes } = run.message
  const pieces: JsonValue[] = []
  let keptBytes = 0
  let count = 0
  try {
    while (!run.stopped) {
      const step = await generator.next()
      if (step.done === true) return step.value ?? joinPieces(pieces)
      const { value, bytes } = toJsonValue(step.value, { maxBytes: maxOutputBytes })
      run.sendPiece(value)
      // Twice the limit is enough for the host to see that the result must be cut.
      if (keptBytes <= maxOutputBytes * 2) {
        pieces.push(value)
        keptBytes += bytes
      }
      if (++count % PIECES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return undefined
  } finally {
    if (run.stopped) void generator.return(undefined).catch(() => undefined)
  }
}

function joinPieces(pieces: readonly JsonValue[]): unknown {
  if (pieces.length === 0) return undefined
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}
