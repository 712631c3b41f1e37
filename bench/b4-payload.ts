// B4: the definitions of tools as the JSON text of a request: again with nothing changed, and with one tool changed.
import { isDeepStrictEqual } from 'node:util'
import { goalCell, measure, type Measured, MEASURED_COLUMNS, measuredRow } from './harness.ts'
import { CHANGED, type PayloadContestant, payloadContestants, UNCHANGED } from './payload-contestants.ts'
import { type BenchOptions, type Cell, runBench, type Table } from './table.ts'

const SIZES = [10, 100, 1_000] as const
/** Those that convert every schema take fifty times as long as the others. */
const SLOW_ROUNDS = 9
/** The goal of a changed tool is a ratio to the floor, at 1,000 tools. */
const CHANGED_GOAL = 0.4
/** O(1): a hundred times as many tools may not take longer; the rest is room for noise. */
const GROWTH_GOAL = 1.5

export async function benchPayload({ rounds, sampleMs }: BenchOptions): Promise<Table[]> {
  const tables: Table[] = []
  const bySize: Measured[][] = []
  for (const size of SIZES) {
    const title = `B4 payload of ${size.toLocaleString('en')} tools`
    const contestants = payloadContestants(size)
    const cases = contestants.map((contestant) => ({
      name: contestant.name,
      run: contestant.write,
      remark: remarkOf(contestant, contestants[0], size),
      ...(contestant.isSlow === true ? { rounds: Math.min(rounds, SLOW_ROUNDS) } : {}),
      ...(contestant.name === CHANGED && size === SIZES.at(-1) ? { goal: CHANGED_GOAL } : {}),
    }))
    const measured = await measure(title, cases, { rounds, sampleMs })
    bySize.push(measured)
    tables.push({ title, columns: MEASURED_COLUMNS, rows: measured.map(measuredRow) })
  }
  return [...tables, growthTable(bySize)]
}

function growthTable(bySize: readonly (readonly Measured[])[]): Table {
  const names = bySize[0]?.map(({ name }) => name) ?? []
  return {
    title: 'B4 growth with the number of tools',
    columns: [
      'contestant',
      ...SIZES.map((size) => `µs, ${size.toLocaleString('en')} tools`),
      '1,000 tools to 10',
      'goal',
    ],
    rows: names.map((name, position): Cell[] => {
      const micros = bySize.map((measured) => measured[position]?.bestMicros ?? Number.NaN)
      const growth = (micros.at(-1) ?? Number.NaN) / (micros[0] ?? Number.NaN)
      return [name, ...micros, growth, name === UNCHANGED ? goalCell(growth, GROWTH_GOAL) : '']
    }),
  }
}

/** Compares the text with the floor's. Ours must be the same to the letter, a peer that converts may say it otherwise. */
function remarkOf(contestant: PayloadContestant, floor: PayloadContestant, size: number): string {
  const { name, write, remark, changedDescription } = contestant
  const given = JSON.parse(write(1))
  const expected = JSON.parse(floor.write(1))
  if (changedDescription !== undefined) expected[size >> 1].function.description = changedDescription(1)
  if (isDeepStrictEqual(given, expected)) return remark
  const isOurs = name.startsWith('Toolwright')
  if (isOurs || !isDeepStrictEqual(outlineOf(given), outlineOf(expected)))
    throw new Error(`${name} does not write the ${size} tools`)
  return remark === '' ? 'other keywords' : `${remark}; other keywords`
}

interface WrittenTool {
  readonly function: { readonly name: string; readonly parameters: { readonly properties: object } }
}

function outlineOf(tools: readonly WrittenTool[]): unknown {
  return tools.map(({ function: { name, parameters } }) => [name, Object.keys(parameters.properties)])
}

if (import.meta.main) await runBench(benchPayload)
