// B3: a call of 10 KB to 1 MB of arguments in fragments of 20 characters, put together; and shown while it grows.
import { measureGrowth, type GrowthGoal } from './measure-growth.ts'
import { concatAndParse, partialPeers } from './partial-contestants.ts'
import {
  accumulatingPeers,
  ours,
  parseAndConcat,
  parseChunks,
  type StreamContestant,
} from './stream-contestants.ts'
import { SHAPES } from './stream-subjects.ts'
import { type BenchOptions, runBench, type Table } from './table.ts'

const ACCUMULATE: GrowthGoal = { ratio: 2, sizes: [1_000_000], exponent: 1.1 }
const PARTIAL: GrowthGoal = { ratio: 8, sizes: [100_000, 1_000_000], exponent: 1.15 }

type Entry = readonly [StreamContestant, GrowthGoal?]
const asEntry = (contestant: StreamContestant): Entry => [contestant]

export async function benchStream(options: BenchOptions): Promise<Table[]> {
  const tables: Table[] = []
  for (const shape of SHAPES) {
    const accumulating: Entry[] = [
      [parseChunks],
      [parseAndConcat],
      [ours('chunks', false), ACCUMULATE],
      [ours('bytes', false)],
      ...accumulatingPeers.map(asEntry),
    ]
    const showing: Entry[] = [[parseChunks], [ours('chunks', true), PARTIAL], ...partialPeers.map(asEntry)]
    const alone: Entry[] = [[concatAndParse], [ours('events', false)], [ours('events', true), PARTIAL]]
    const table = (title: string, entries: readonly Entry[], note: string) =>
      measureGrowth(`B3 ${title}, ${shape}`, shape, entries, options).then((made) => ({
        ...made,
        notes: [note],
      }))
    tables.push(
      await table('accumulate', accumulating, NOTES.chunks),
      await table('partial values', showing, NOTES.chunks),
      await table('the accumulator alone', alone, NOTES.events),
    )
  }
  return tables
}

const NOTES = {
  chunks:
    'Contestants start from the text of OpenAI chunks and parse it, or from bytes where the remark says so. Not run: would take over 10 s of CPU time for one stream; the estimate follows the growth seen.',
  events: 'The events are parsed before; the floor has the bare fragments.',
}

if (import.meta.main) await runBench(benchStream)
