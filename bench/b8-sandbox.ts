// B8: one isolated call, warm and cold, beside bare child processes in the same run; memory and rate.
import { globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { openSandbox } from '../src/sandbox/open-sandbox.ts'
import { DEFAULT_RESOURCE_LIMITS, type SandboxLevel } from '../src/sandbox/policy.ts'
import type { SandboxProgram } from '../src/sandbox/program.ts'
import type { Sandbox, SandboxOutcome } from '../src/sandbox/sandbox.ts'
import { buildCore } from './build-core.ts'
import { median } from './harness.ts'
import { lineChild, startAndEnd } from './sandbox-floor.ts'
import { memoryBelow } from './sandbox-memory.ts'
import { type BenchOptions, type Cell, progress, runBench, type Table } from './table.ts'

const CODE: SandboxProgram = { kind: 'code', code: 'return args.a + 1' }
const COMMAND: SandboxProgram = { kind: 'command', argv: ['true'] }
const PAUSE_MS = 250
const QUICK_CALLS = 500
const SUSTAINED_MS = 4_000
const SETTLE_MS = 1_000

interface Subject {
  readonly name: string
  readonly level: SandboxLevel
  readonly program: SandboxProgram
  readonly pauseMs: number
  readonly goalMs: number | undefined
}

const SUBJECTS: readonly Subject[] = [
  { name: 'standard, JavaScript', level: 'standard', program: CODE, pauseMs: 0, goalMs: 1 },
  { name: 'restricted, JavaScript', level: 'restricted', program: CODE, pauseMs: 0, goalMs: 5 },
  { name: 'standard, JavaScript', level: 'standard', program: CODE, pauseMs: PAUSE_MS, goalMs: undefined },
  {
    name: 'restricted, JavaScript',
    level: 'restricted',
    program: CODE,
    pauseMs: PAUSE_MS,
    goalMs: undefined,
  },
  { name: 'strict, JavaScript', level: 'strict', program: CODE, pauseMs: PAUSE_MS, goalMs: 5 },
  { name: 'strict, command', level: 'strict', program: COMMAND, pauseMs: PAUSE_MS, goalMs: 30 },
]

export async function benchSandbox({ rounds }: BenchOptions): Promise<Table[]> {
  const open = await builtSandbox()
  const line = lineChild()
  await line.ask()
  const answers = await timesOf(() => line.ask(), QUICK_CALLS, 0)
  const pausedAnswers = await timesOf(() => line.ask(), rounds, PAUSE_MS)
  line.end()
  const starts = await timesOf(() => startAndEnd('true'), rounds, PAUSE_MS)
  const nodes = await timesOf(() => startAndEnd(process.execPath, ['-e', '0']), rounds, PAUSE_MS)
  const rows: Cell[][] = [
    floorRow('floor: a line to a Node child and back', 0, answers),
    floorRow('floor: a line to a Node child and back', PAUSE_MS, pausedAnswers),
    floorRow('floor: start `true`, wait for its end', PAUSE_MS, starts),
    floorRow('floor: start `node`, wait for its end', PAUSE_MS, nodes),
  ]
  const memory: Cell[][] = []
  for (const subject of SUBJECTS) {
    progress(`B8 ${subject.name}`)
    const sandbox = open()
    const run = async (): Promise<void> => expectOk(await runJob(sandbox, subject))
    const [coldMs = Number.NaN] = await timesOf(run, 1, 0)
    await sleep(SETTLE_MS)
    const times = await timesOf(run, subject.pauseMs === 0 ? QUICK_CALLS : rounds, subject.pauseMs)
    const floor = subject.program === COMMAND ? starts : subject.pauseMs === 0 ? answers : pausedAnswers
    rows.push(row(subject, times, floor, coldMs))
    await sleep(SETTLE_MS)
    if (subject.program !== COMMAND && subject.pauseMs === (subject.level === 'strict' ? PAUSE_MS : 0))
      memory.push(memoryRow(subject.name))
    await sandbox.close()
  }
  return [
    {
      title: 'B8 one isolated call',
      columns: [
        'what',
        'pause, ms',
        'ms, p50',
        'ms, best',
        'ms, p95',
        'ratio to floor, p50',
        'ms, first call',
        'goal, p50',
      ],
      rows,
      notes: [
        'Wall time. The first call of a sandbox starts its worker; the probe of the machine, once a process, is paid before.',
      ],
    },
    {
      title: 'B8 memory of what stands ready',
      columns: ['workers', 'processes', 'RSS MB', 'PSS MB'],
      rows: memory,
    },
    {
      title: 'B8 strict JavaScript without a pause',
      columns: ['what', 'calls a second'],
      rows: await sustained(open),
    },
  ]
}

/** The sandbox as it is published: a worker of the source would strip types at each start. */
async function builtSandbox(): Promise<() => Sandbox> {
  await buildCore()
  const [file] = globSync('.generated/dist/chunks/open-sandbox-*.js', { cwd: import.meta.dirname })
  if (file === undefined) throw new Error('The build has no open-sandbox.')
  const built = (await import(`./${file}`)) as { openSandbox: typeof openSandbox }
  const first = built.openSandbox()
  for (const subject of SUBJECTS) expectOk(await runJob(first, subject))
  await first.close()
  return () => built.openSandbox()
}

function runJob(sandbox: Sandbox, { level, program }: Subject): Promise<SandboxOutcome> {
  const limits = DEFAULT_RESOURCE_LIMITS
  return sandbox.run({
    program,
    args: { a: 1 },
    context: {
      callId: 'call-1',
      toolName: 'bench',
      callerId: undefined,
      conversationId: undefined,
      channelId: undefined,
      workingDirectory: '/',
      environment: {},
      captureStderr: true,
    },
    policy: { level, read: [], write: [], hosts: [], allowSideEffects: false, limits },
    maxOutputBytes: 100_000,
    signal: AbortSignal.timeout(30_000),
    onProgress: () => undefined,
    onPartial: () => undefined,
    onLog: () => undefined,
  })
}

function expectOk(outcome: SandboxOutcome): void {
  if (!outcome.ok) throw outcome.error
}

async function timesOf(run: () => Promise<void>, count: number, pauseMs: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const startMs = performance.now()
    await run()
    times.push(performance.now() - startMs)
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return times
}

/** How many calls one caller gets through, one after the other. */
async function sustained(open: () => Sandbox): Promise<Cell[][]> {
  const strict = SUBJECTS.find(({ level, program }) => level === 'strict' && program === CODE)
  if (strict === undefined) return []
  const sandbox = open()
  const ours = await rateOf(async () => expectOk(await runJob(sandbox, strict)))
  await sandbox.close()
  return [
    ['floor: start `node`, wait for its end', await rateOf(() => startAndEnd(process.execPath, ['-e', '0']))],
    ['strict, JavaScript, a process each', ours],
  ]
}

async function rateOf(run: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  let count = 0
  for (; performance.now() - startMs < SUSTAINED_MS; count++) await run()
  return (count * 1_000) / (performance.now() - startMs)
}

function floorRow(name: string, pauseMs: number, times: readonly number[]): Cell[] {
  return [name, String(pauseMs), median(times), Math.min(...times), percentile(times, 0.95), 1, '', '']
}

function row(
  { name, pauseMs, goalMs }: Subject,
  times: readonly number[],
  floor: readonly number[],
  coldMs: number,
): Cell[] {
  const p50 = median(times)
  const goal = goalMs === undefined ? '' : `≤ ${goalMs} ms: ${p50 <= goalMs ? 'met' : 'MISSED'}`
  return [
    name,
    String(pauseMs),
    p50,
    Math.min(...times),
    percentile(times, 0.95),
    p50 / median(floor),
    coldMs,
    goal,
  ]
}

function memoryRow(name: string): Cell[] {
  const { processes, rssMb, pssMb } = memoryBelow()
  return [name, String(processes), rssMb, pssMb === 0 ? '–' : pssMb]
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

if (import.meta.main) await runBench(benchSandbox)
