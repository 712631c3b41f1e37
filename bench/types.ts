// What type-checking 60 tools costs the compiler, in instantiations: a number that does not depend on the machine.
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { buildCore, TSC } from './build-core.ts'
import { goalCell } from './harness.ts'
import { type Cell, progress, runBench, type Table } from './table.ts'
import { DIALECTS, type Dialect } from './type-dialects.ts'

const run = promisify(execFile)
const TOOL_COUNT = 60
const GOAL = 1.5
const folder = new URL('.generated/types/', import.meta.url).pathname

interface Cost {
  readonly instantiations: number
  readonly checkSeconds: number
}

export async function benchTypes(): Promise<Table[]> {
  await buildCore()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const rows: Cell[][] = []
  let plain: Cost | undefined
  for (const dialect of DIALECTS) {
    progress(`types: ${dialect.name}`)
    const one = await costOf(dialect, 1)
    const all = await costOf(dialect, TOOL_COUNT)
    plain ??= all
    const ratio = all.instantiations / plain.instantiations
    const perTool = (all.instantiations - one.instantiations) / (TOOL_COUNT - 1)
    rows.push([
      dialect.name,
      all.instantiations,
      ratio,
      perTool,
      all.checkSeconds,
      dialect.hasGoal ? goalCell(ratio, GOAL) : '',
    ])
  }
  return [
    {
      title: `Type-checking ${TOOL_COUNT} tools`,
      columns: [
        'how they are written',
        'instantiations',
        'ratio to plain Zod',
        'each further tool',
        'check time, s',
        'goal',
      ],
      rows,
      notes: [
        'One checker thread; declarations of packages are not checked themselves. Each further tool: beyond the first.',
        'Every tool uses an argument at a wrong type once; the run stops unless the compiler sees that, and nothing else.',
      ],
    },
  ]
}

async function costOf(dialect: Dialect, count: number): Promise<Cost> {
  const file = `${folder}${dialect.id}-${count}.ts`
  const tools = Array.from({ length: count }, (_, index) => dialect.tool(index))
  writeFileSync(file, [...dialect.imports, ...tools, 'export {}', ''].join('\n'))
  const project = `${folder}${dialect.id}-${count}.json`
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../../../tsconfig.json',
      compilerOptions: { types: ['node'] },
      include: [file],
    }),
  )
  const options = ['-p', project, '--extendedDiagnostics', '--singleThreaded', '--pretty', 'false']
  const output = await run(TSC, options, { maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
  if (output.includes('error TS'))
    throw new Error(`${dialect.name} does not type-check:\n${output.slice(0, 2000)}`)
  return {
    instantiations: numberAfter(output, 'Instantiations'),
    checkSeconds: numberAfter(output, 'Check time'),
  }
}

function numberAfter(output: string, label: string): number {
  const found = new RegExp(`${label}:\\s+([\\d.]+)`).exec(output)?.[1]
  if (found === undefined) throw new Error(`The compiler did not print "${label}":\n${output.slice(0, 2000)}`)
  return Number(found)
}

if (import.meta.main) await runBench(benchTypes)
