// B9: a file of a hundred functions → tools: in a fresh process, again in the same, and from the cache.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { BUILT_INDEX, buildCore } from './build-core.ts'
import { inFreshProcess, leastOf, REPEATS } from './fresh-process.ts'
import { goalCell } from './harness.ts'
import { type BenchOptions, type Cell, progress, runBench, type Table } from './table.ts'

const FUNCTIONS = 100
const FOLDER = new URL('.generated/functions/', import.meta.url).pathname

interface Cost {
  readonly tools: number
  readonly wholeCpuMs: number
  readonly firstCpuMs: number
  readonly againCpuMs: number
}

const functionText = (index: number): string => `
/**
 * Function number ${index} of many.
 * @param city Name of the city. @minLength 1
 * @param options What to look for.
 * @returns What was found
 */
export async function lookUp${index}(city: string, size = 20, options: { unit?: 'celsius' | 'fahrenheit'; near?: Place; tags: string[]; since?: Date } = { tags: [] }, signal?: AbortSignal): Promise<{ found: Place[]; total: number }> {
  return { found: [], total: size }
}
`

export async function benchFunctions(_: BenchOptions): Promise<Table[]> {
  await buildCore()
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const functions = Array.from({ length: FUNCTIONS }, (_, index) => functionText(index))
  writeFileSync(`${FOLDER}tools.ts`, `import type { Place } from './place.ts'\n${functions.join('')}`)
  writeFileSync(
    `${FOLDER}place.ts`,
    'export interface Place {\n  /** North. */ lat: number\n  lon: number\n  name?: string | null\n}\n',
  )
  const cold = await repeat('cold', 'none')
  await inFreshProcess<Cost>('b9-functions-child.ts', [BUILT_INDEX, FOLDER, 'cache'])
  const cached = await repeat('cached', 'cache')
  if ([...cold, ...cached].some(({ tools }) => tools !== FUNCTIONS))
    throw new Error('Not every function became a tool.')
  const row = (name: string, value: number, goal: number): Cell[] => [name, value, goalCell(value, goal)]
  return [
    {
      title: `B9 ${FUNCTIONS} functions of a file as tools`,
      columns: ['what', 'CPU ms', 'goal'],
      rows: [
        row(
          'cold: whole process, Node included',
          leastOf(cold, ({ wholeCpuMs }) => wholeCpuMs),
          500,
        ),
        row(
          'read again in the same process',
          leastOf(cold, ({ againCpuMs }) => againCpuMs),
          50,
        ),
        row(
          'from the cache, first in a process',
          leastOf(cached, ({ firstCpuMs }) => firstCpuMs),
          5,
        ),
        row(
          'from the cache, again',
          leastOf(cached, ({ againCpuMs }) => againCpuMs),
          5,
        ),
      ],
      notes: ['Types come from a second file. No compiler is asked: all types are written.'],
    },
  ]
}

async function repeat(name: string, cache: string): Promise<readonly Cost[]> {
  const costs: Cost[] = []
  for (let round = 1; round <= REPEATS; round++) {
    progress(`B9 ${name}: round ${round} of ${REPEATS}`)
    costs.push(await inFreshProcess<Cost>('b9-functions-child.ts', [BUILT_INDEX, FOLDER, cache]))
  }
  return costs
}

if (import.meta.main) await runBench(benchFunctions)
