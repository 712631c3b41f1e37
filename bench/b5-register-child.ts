// One strategy in a fresh process: registers a thousand tools, then calls each for the first time. Prints one JSON line.
import { z } from 'zod'
import { cpuMicros, median } from './harness.ts'
import { allStrategies } from './ours-registration.ts'
import { runsSoFar, toolsToRegister, VALID_TEXT, WRONG_TEXT } from './registration-strategies.ts'

const COUNT = 1000
const WARM_AFTER = 100 // first calls, until the compiler of schemas is itself compiled

export interface RegisterAnswer {
  readonly firstMicros: number
  readonly microsPerTool: number
  readonly heapBytesPerTool: number
  readonly firstCallOfProcessMicros: number
  readonly nextNineMicros: number
  readonly warmFirstCallMicros: number
  readonly refusesBrokenSchema: boolean
  readonly refusesWrongArguments: boolean
}

const strategy = allStrategies()[Number(process.argv[2])]
if (strategy === undefined || globalThis.gc === undefined) throw new Error('Run by b5-register.ts')
const { register, call } = await strategy.load()
const tools = toolsToRegister(COUNT)

globalThis.gc()
const heapBefore = process.memoryUsage().heapUsed
const start = cpuMicros()
const [first, ...rest] = tools
if (first !== undefined) register(first)
const afterFirst = cpuMicros()
for (const tool of rest) register(tool)
const afterAll = cpuMicros()
globalThis.gc()
const heapAfter = process.memoryUsage().heapUsed

const firstCalls: number[] = []
if (call !== undefined) {
  for (const { name } of tools.slice(0, 300)) {
    const before = cpuMicros()
    await call(name, VALID_TEXT)
    firstCalls.push(cpuMicros() - before)
  }
}

if (call !== undefined && runsSoFar() !== firstCalls.length)
  throw new Error(`${strategy.name} did not run the tools`)

async function refuses(work: () => unknown): Promise<boolean> {
  const runsBefore = runsSoFar()
  try {
    await work()
    return runsSoFar() === runsBefore
  } catch {
    return true
  }
}

const broken = {
  name: 'broken',
  description: 'Has a misspelt type',
  schema: { type: 'objekt' },
  zod: () => z.object({}),
}
let brokenRefused = false
try {
  register(broken)
} catch {
  brokenRefused = true
}

const answer: RegisterAnswer = {
  firstMicros: afterFirst - start,
  microsPerTool: (afterAll - afterFirst) / rest.length,
  heapBytesPerTool: (heapAfter - heapBefore) / COUNT,
  firstCallOfProcessMicros: firstCalls[0] ?? Number.NaN,
  nextNineMicros: median(firstCalls.slice(1, 10)),
  warmFirstCallMicros: median(firstCalls.slice(WARM_AFTER)),
  refusesBrokenSchema: brokenRefused,
  refusesWrongArguments: call !== undefined && (await refuses(() => call('tool_0', WRONG_TEXT))),
}
console.log(JSON.stringify(answer, (_, value) => (Number.isNaN(value) ? null : value)))
