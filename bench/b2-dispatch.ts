// B2: one call → the result of the tool, in process, without and with a time limit. Both ratios are to the plain floor.
import { isDeepStrictEqual } from 'node:util'
import { argumentsOfLastRun, echo, SMALL_RESULT, yieldOnce } from './bench-tools.ts'
import { floor, limitedPeers, peers } from './dispatch-contestants.ts'
import { type Case, measure, MEASURED_COLUMNS, measuredRow } from './harness.ts'
import { ourDispatch } from './ours.ts'
import { assertComplete, type Contestant, probe, remarkOf } from './semantics.ts'
import { type Subject, SUBJECTS } from './subjects.ts'
import { type BenchOptions, runBench, type Table } from './table.ts'

const GOALS = { unlimited: 1.5, limited: 2 } as const

export async function benchDispatch(options: BenchOptions): Promise<Table[]> {
  const subject = SUBJECTS[0]
  const table = (title: string, contestants: readonly Contestant[], goal?: number) =>
    tableOf(`B2 dispatch, ${title}`, subject, contestants, goal, options)
  return [
    await table(
      'no time limit',
      [floor(subject, false), ourDispatch(subject, false), ...(await peers(subject))],
      GOALS.unlimited,
    ),
    await table(
      'time limit of 30 s',
      [floor(subject, false), floor(subject, true), ourDispatch(subject, true), ...limitedPeers(subject)],
      GOALS.limited,
    ),
    await table('the tool gives its arguments back', [
      floor(subject, false, echo),
      ourDispatch(subject, false, echo),
    ]),
    await table('the event loop turns once, time limit of 30 s', [
      floor(subject, false, yieldOnce),
      floor(subject, true, yieldOnce),
      ourDispatch(subject, true, yieldOnce),
    ]),
  ]
}

async function tableOf(
  title: string,
  subject: Subject,
  contestants: readonly Contestant[],
  goal: number | undefined,
  options: BenchOptions,
): Promise<Table> {
  const cases: Case[] = []
  for (const contestant of contestants) {
    const abilities = await probe(withArguments(contestant), subject)
    const isOurs = contestant.name.startsWith('Toolwright')
    if (isOurs || contestant.name.startsWith('floor')) assertComplete(contestant.name, subject, abilities)
    if (!abilities.accepts) throw new Error(`${contestant.name} does not run the tool`)
    cases.push({
      name: contestant.name,
      awaited: true,
      run: (turn) => contestant.check(subject.clean[turn & 7] ?? ''),
      remark: remarkOf(abilities, subject, contestant.adds),
      ...(isOurs && goal !== undefined ? { goal } : {}),
    })
  }
  return { title, columns: MEASURED_COLUMNS, rows: (await measure(title, cases, options)).map(measuredRow) }
}

/** The probe asks for arguments: those that reached the tool, once its result has come back whole. */
function withArguments(contestant: Contestant): Contestant {
  const read = (given: unknown) => {
    const outcome = contestant.read(given)
    if ('message' in outcome) return outcome
    const whole =
      isDeepStrictEqual(outcome.value, SMALL_RESULT) || isDeepStrictEqual(outcome.value, argumentsOfLastRun())
    return whole
      ? { value: argumentsOfLastRun() }
      : { message: `not the result of the tool: ${JSON.stringify(outcome.value)}` }
  }
  return { ...contestant, read }
}

if (import.meta.main) await runBench(benchDispatch)
