// B5: what importing a package costs a fresh process, beyond what an empty process costs.
import { BUILT_INDEX, buildCore } from './build-core.ts'
import { inFreshProcess } from './fresh-process.ts'
import { goalCell } from './harness.ts'
import { type BenchOptions, type Cell, progress, runBench, type Table } from './table.ts'

const GOAL_MS = 80

const MODULES: readonly (readonly [name: string, specifier: string])[] = [
  ['Toolwright, built', BUILT_INDEX],
  ['Toolwright, from its TypeScript source', new URL('../src/index.ts', import.meta.url).pathname],
  ['ajv', 'ajv/dist/2020.js'],
  ['zod', 'zod'],
  ['ai', 'ai'],
  ['@modelcontextprotocol/server', '@modelcontextprotocol/server'],
  ['@langchain/core/tools', '@langchain/core/tools'],
  ['@openai/agents', '@openai/agents'],
  ['@mastra/core/tools', '@mastra/core/tools'],
  ['@mastra/core', '@mastra/core'],
]

interface Cost {
  cpuMs: number
  rssMb: number
}

export async function benchImport({ rounds }: BenchOptions): Promise<Table[]> {
  await buildCore()
  const repeats = Math.max(3, Math.ceil(rounds / 3))
  const best = new Map<string, Cost>()
  for (let repeat = 0; repeat < repeats; repeat++) {
    progress(`B5 import: round ${repeat + 1} of ${repeats}`)
    for (const [name, ...args] of [['empty'], ...MODULES] as const) {
      const cost = await inFreshProcess<Cost>('b5-import-child.ts', args)
      const before = best.get(name) ?? cost
      best.set(name, { cpuMs: Math.min(before.cpuMs, cost.cpuMs), rssMb: Math.min(before.rssMb, cost.rssMb) })
    }
  }
  const empty = best.get('empty') ?? { cpuMs: 0, rssMb: 0 }
  const rows = MODULES.map(([name]): Cell[] => {
    const { cpuMs, rssMb } = best.get(name) ?? empty
    const ownMs = cpuMs - empty.cpuMs
    return [name, ownMs, rssMb - empty.rssMb, name === 'Toolwright, built' ? goalCell(ownMs, GOAL_MS) : '']
  })
  return [
    {
      title: 'B5 import in a fresh process',
      columns: ['module', 'CPU ms', 'rss MB', 'goal'],
      rows,
      notes: [
        `Best of ${repeats} processes, less an empty process (${empty.cpuMs.toFixed(0)} ms, ${empty.rssMb.toFixed(0)} MB).`,
      ],
    },
  ]
}

if (import.meta.main) await runBench(benchImport)
