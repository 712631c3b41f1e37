// Measures contestants over growing streams. Who would take too long at a size is not run there, and the table says so.
import { goalCell, measure, type Measured } from './harness.ts'
import { probeStream } from './stream-semantics.ts'
import type { StreamContestant } from './stream-contestants.ts'
import { type Shape, SIZES, streamSubject, type StreamSubject } from './stream-subjects.ts'
import type { BenchOptions, Cell, Table } from './table.ts'

/** More CPU time than this for one stream is not spent. */
const CAP_MS = 10_000

export interface GrowthGoal {
  readonly ratio: number
  /** At which sizes the ratio counts. */
  readonly sizes: readonly number[]
  readonly exponent: number
}

interface Lane {
  readonly contestant: StreamContestant
  readonly goal: GrowthGoal | undefined
  remark: string
  readonly measured: Measured[]
}

/** The first contestant is the floor; a goal belongs to a contestant by position. */
export async function measureGrowth(
  title: string,
  shape: Shape,
  contestants: readonly (readonly [StreamContestant, GrowthGoal?])[],
  { rounds, sampleMs }: BenchOptions,
): Promise<Table> {
  const lanes: Lane[] = contestants.map(([contestant, goal]) => ({
    contestant,
    goal,
    remark: '',
    measured: [],
  }))
  for (const [step, size] of SIZES.entries()) {
    const subject = streamSubject(shape, size)
    if (step === 0) for (const lane of lanes) lane.remark = await probeStream(lane.contestant, subject)
    const running = lanes.filter((lane) => lane.measured.length === step && expectedMs(lane) < CAP_MS)
    const cases = running.map((lane) => toCase(lane, subject))
    const measured = await measure(`${title}, ${subject.name}`, cases, {
      rounds: Math.min(rounds, 9),
      sampleMs,
    })
    for (const [position, lane] of running.entries()) {
      const found = measured[position]
      if (found !== undefined) lane.measured.push(found)
    }
  }
  const sizes = SIZES.map((size) => `${(size / 1000).toLocaleString('en')} KB`)
  const columns = [
    'contestant',
    ...sizes.map((size) => `ratio, ${size}`),
    `median, ${sizes.at(-1)}`,
    'exponent',
    ...sizes.map((size) => `ms, ${size}`),
    'goal',
    'what it leaves out or adds',
  ]
  return { title, columns, rows: lanes.map(rowOf) }
}

function toCase({ contestant, measured }: Lane, subject: StreamSubject) {
  const ms = expectedMs({ measured })
  const see = countSeen()
  return {
    name: contestant.name,
    awaited: true,
    run: () => contestant.run(subject, see),
    rounds: Math.max(1, Math.floor(CAP_MS / ms)),
  }
}

let seenInAll = 0

/** Looks at each partial value, so that none is left out as unused. */
function countSeen(): (partial: unknown) => void {
  return (partial) => {
    if (partial !== undefined) seenInAll++
  }
}

/** What the next size will take: ten times as many fragments, at the growth seen so far, quadratic until it is known. */
function expectedMs({ measured }: Pick<Lane, 'measured'>): number {
  const last = measured.at(-1)
  if (last === undefined) return 1
  const exponent = measured.length < 2 ? 2 : Math.max(1, exponentOf(measured))
  return (last.bestMicros / 1000) * 10 ** exponent
}

/** How the cost grows with the length, from the first size to the last: 1 is linear, 2 quadratic. */
function exponentOf(measured: readonly Measured[]): number {
  const costs = measured.map(({ bestMicros }) => bestMicros)
  return Math.log10((costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)) / (costs.length - 1)
}

function rowOf(lane: Lane): Cell[] {
  const { contestant, measured, remark } = lane
  const exponent = exponentOf(measured)
  const isWhole = measured.length === SIZES.length
  const notRun = `not run, about ${(expectedMs(lane) / 1000).toFixed(0)} s`
  const milliseconds = SIZES.map((_, step): Cell => {
    const found = measured[step]
    if (found !== undefined) return found.bestMicros / 1000
    return step === measured.length ? notRun : 'not run'
  })
  return [
    contestant.name,
    ...SIZES.map((_, step): Cell => measured[step]?.ratio ?? 'not run'),
    (isWhole ? measured.at(-1)?.medianRatio : undefined) ?? 'not run',
    isWhole
      ? exponent
      : `${exponent.toFixed(2)} to ${((SIZES[measured.length - 1] ?? 0) / 1000).toFixed(0)} KB`,
    ...milliseconds,
    lane.goal === undefined ? '' : goalText(lane.goal, measured, exponent),
    remark,
  ]
}

function goalText(
  { ratio, sizes, exponent }: GrowthGoal,
  measured: readonly Measured[],
  found: number,
): string {
  const counted = measured.filter((_, step) => sizes.includes(SIZES[step] ?? 0))
  const worst = counted.length === sizes.length ? Math.max(...counted.map((each) => each.ratio)) : Infinity
  return `${goalCell(worst, ratio)}; exponent ${goalCell(found, exponent)}`
}
