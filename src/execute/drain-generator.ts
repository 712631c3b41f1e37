import { drainPieces } from '../results/drain-pieces.ts'
import type { ToolRun } from './tool-run.ts'

/** Runs a streaming tool to its end; each piece reaches the caller at once. */
export async function drainGenerator(
  generator: AsyncGenerator<unknown, unknown, void>,
  run: ToolRun,
  maxBytes: number,
): Promise<unknown> {
  const { value, lostBytes } = await drainPieces(generator, run, maxBytes, (piece) => run.partial(piece))
  return lostBytes === 0 ? value : new CutOutput(value, lostBytes)
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
