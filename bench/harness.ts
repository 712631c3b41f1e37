// Measures cases against the first of them, the floor. Cost is CPU time of the process (user + system), so that the
// threads of the garbage collector and the compiler count and other programs on the machine do not.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Cell, progress } from './table.ts'

export interface Case {
  readonly name: string
  /** One piece of work; `turn` picks one of a few inputs, so that no two neighbours are the same text. */
  readonly run: (turn: number) => unknown
  /** Whether each piece is awaited before the next. */
  readonly awaited?: boolean
  /** A slow one takes part in so many rounds only. */
  readonly rounds?: number
  readonly goal?: number
  /** What the case leaves out or does beyond the floor, as the semantics check found it. */
  readonly remark?: string
}

export interface Measured {
  readonly name: string
  readonly bestMicros: number
  /** Best sample of the case to best sample of the floor. */
  readonly ratio: number
  /** Median over rounds of the ratio within a round. */
  readonly medianRatio: number
  readonly goal: number | undefined
  readonly remark: string
}

export interface MeasureOptions {
  readonly rounds: number
  readonly sampleMs: number
}

interface Lane {
  readonly case: Case
  iterations: number
  readonly samples: number[]
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** Runs the cases in turns, in a new random order each round, and compares each with the first. */
export async function measure(
  title: string,
  cases: readonly Case[],
  options: MeasureOptions,
): Promise<Measured[]> {
  const lanes: Lane[] = []
  for (const each of cases) {
    lanes.push({ case: each, iterations: await calibrate(each, options.sampleMs), samples: [] })
  }
  for (let round = 0; round < options.rounds; round++) {
    progress(`${title}: round ${round + 1} of ${options.rounds}`)
    for (const lane of shuffled(lanes)) {
      if (round >= (lane.case.rounds ?? Infinity)) continue
      collectGarbage({ type: 'minor' }) // the garbage of the neighbour is not this one's cost
      lane.samples.push((await cpuMicrosOf(lane.case, lane.iterations)) / lane.iterations)
    }
  }
  const floor = lanes[0]
  if (floor === undefined) return []
  const floorBest = Math.min(...floor.samples)
  return lanes.map((lane) => ({
    name: lane.case.name,
    bestMicros: Math.min(...lane.samples),
    ratio: Math.min(...lane.samples) / floorBest,
    medianRatio: median(lane.samples.map((sample, round) => sample / (floor.samples[round] ?? floorBest))),
    goal: lane.case.goal,
    remark: lane.case.remark ?? '',
  }))
}

export const MEASURED_COLUMNS = [
  'contestant',
  'µs, best',
  'ratio, best/best',
  'ratio, median',
  'goal',
  'what it leaves out or adds',
]

export function measuredRow(measured: Measured): Cell[] {
  const { name, bestMicros, ratio, medianRatio, goal, remark } = measured
  return [name, bestMicros, ratio, medianRatio, goal === undefined ? '' : goalCell(ratio, goal), remark]
}

export function goalCell(value: number, goal: number): string {
  return `≤ ${goal}: ${value <= goal ? 'met' : 'MISSED'}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
}

/** CPU time of this process so far, in microseconds. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function cpuMicrosOf({ run, awaited }: Case, iterations: number): Promise<number> {
  const start = cpuMicros()
  if (awaited === true) for (let turn = 0; turn < iterations; turn++) await run(turn)
  else for (let turn = 0; turn < iterations; turn++) run(turn)
  return cpuMicros() - start
}

/** How many iterations fill a sample, once the code is warm. */
async function calibrate(each: Case, sampleMs: number): Promise<number> {
  const wantedMicros = sampleMs * 1000
  let iterations = 1
  let spentMicros = 0
  for (;;) {
    const micros = await cpuMicrosOf(each, iterations)
    spentMicros += micros
    if (micros > wantedMicros / 2 && spentMicros > 3 * wantedMicros) {
      return Math.max(1, Math.round((iterations * wantedMicros) / micros))
    }
    if (micros < wantedMicros) iterations *= 2
  }
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
