// B5: what registering a tool costs, and the first call of a tool. Every strategy in fresh processes, the best of five.
import type { RegisterAnswer } from './b5-register-child.ts'
import { leastOf, REPEATS, repeatInFreshProcess } from './fresh-process.ts'
import { goalCell } from './harness.ts'
import { allStrategies } from './ours-registration.ts'
import { type Cell, progress, runBench, type Table } from './table.ts'

const GOALS = { microsPerTool: 60, kilobytesPerTool: 2, firstCallMs: 2.5 } as const

export async function benchRegister(): Promise<Table[]> {
  const registering: Cell[][] = []
  const calling: Cell[][] = []
  for (const [index, { name, remark }] of allStrategies().entries()) {
    progress(`B5 register: ${name}`)
    const answers = await repeatInFreshProcess<RegisterAnswer>(
      'b5-register-child.ts',
      [String(index)],
      ['--expose-gc'],
    )
    const isOurs = name.startsWith('Toolwright')
    const microsPerTool = leastOf(answers, (answer) => answer.microsPerTool)
    const kilobytes = leastOf(answers, (answer) => answer.heapBytesPerTool) / 1024
    const goals = `${goalCell(microsPerTool, GOALS.microsPerTool)} µs, ${goalCell(kilobytes, GOALS.kilobytesPerTool)} KB`
    const found = remarksOf(name, remark, answers[0])
    const firstMs = leastOf(answers, (answer) => answer.firstMicros) / 1000
    registering.push([name, microsPerTool, kilobytes, firstMs, isOurs ? goals : '', found])
    if (answers[0]?.warmFirstCallMicros === null) continue
    const warmMs = leastOf(answers, (answer) => answer.warmFirstCallMicros) / 1000
    calling.push([
      name,
      warmMs,
      leastOf(answers, (answer) => answer.nextNineMicros) / 1000,
      leastOf(answers, (answer) => answer.firstCallOfProcessMicros) / 1000,
      isOurs ? goalCell(warmMs, GOALS.firstCallMs) : '',
    ])
  }
  return [
    {
      title: 'B5 register 1,000 different tools in a fresh process',
      columns: [
        'strategy',
        'µs per tool',
        'heap KB per tool',
        'the very first, ms',
        'goal',
        'what it does or leaves out',
      ],
      rows: registering,
      notes: [
        `CPU time, best of ${REPEATS} processes; µs per tool is the mean of the 999 after the first. Packages are loaded before.`,
      ],
    },
    {
      title: 'B5 first call of a tool',
      columns: [
        'strategy',
        'warm process, ms',
        '2nd to 10th tool, ms',
        'first call of the process, ms',
        'goal',
      ],
      rows: calling,
      notes: [
        'Medians within a process; warm = after the first calls of 100 other tools. MCP 2 compiles when it registers.',
      ],
    },
  ]
}

/** What the semantics check of the child found; ours must do it all. */
function remarksOf(name: string, remark: string, answer: RegisterAnswer | undefined): string {
  const remarks = remark === '' ? [] : [remark]
  if (answer?.refusesBrokenSchema === false && !name.includes('zod')) remarks.push('a broken schema passes')
  if (answer?.refusesWrongArguments === false && answer.warmFirstCallMicros !== null)
    remarks.push('wrong arguments pass')
  if (name.startsWith('Toolwright') && remarks.length > 0)
    throw new Error(`${name} fails the semantics check: ${remarks.join(', ')}`)
  return remarks.join('; ')
}

if (import.meta.main) await runBench(benchRegister)
