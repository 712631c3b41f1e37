import type { JsonValue } from '../schema/json-schema.ts'
import { toJsonValue } from '../results/to-json-value.ts'
import type { ToolRun } from './tool-run.ts'

/** Whether a tool answered with an async generator, that is, streams. */
export function isAsyncGenerator(value: unknown): value is AsyncGenerator<unknown, unknown, void> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { next?: unknown }).next === 'function' &&
    Symbol.asyncIterator in value
  )
}

// A generator that never waits for anything would keep timers, and so its own limit, from ever firing.
const PIECES_PER_TURN = 64

/**
 * Runs a streaming tool to its end. Each piece it yields reaches the caller at once; the value it returns is the
 * result. When it returns nothing, the pieces are: text joined, anything else as a list.
 */
export async function drainGenerator(
  generator: AsyncGenerator<unknown, unknown, void>,
  run: ToolRun,
  maxBytes: number,
): Promise<unknown> {
  const pieces: JsonValue[] = []
  let readBytes = 0
  let keptBytes = 0
  let count = 0
  try {
    while (!run.stopped) {
      const step = await generator.next()
      if (step.done === true) return step.value ?? joinPieces(pieces, readBytes - keptBytes)
      const { value, bytes } = toJsonValue(step.value, { maxBytes })
      run.partial(value)
      // Twice the limit is enough to see that the result must be cut; the rest would only fill memory.
      readBytes += bytes
      if (keptBytes <= maxBytes * 2) {
        pieces.push(value)
        keptBytes += bytes
      }
      if (++count % PIECES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return undefined
  } finally {
    // Lets the tool's own `finally` run when it was stopped half way; a finished generator ignores it.
    if (run.stopped) void generator.return(undefined).catch(() => undefined)
  }
}

/** The output of a stream that was too long to be kept whole. */
export class CutOutput {
  readonly kept: unknown
  readonly lostBytes: number

  constructor(kept: unknown, lostBytes: number) {
    this.kept = kept
    this.lostBytes = lostBytes
  }
}

function joinPieces(pieces: readonly JsonValue[], lostBytes: number): unknown {
  if (pieces.length === 0) return undefined
  const joined = pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
  return lostBytes === 0 ? joined : new CutOutput(joined, lostBytes)
}
