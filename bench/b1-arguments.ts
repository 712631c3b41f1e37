// B1: JSON text of a call → checked arguments, in three sets: clean, coerced, rejected with a message.
import { floor, parseOnly, peers } from './argument-contestants.ts'
import { type Case, measure, MEASURED_COLUMNS, measuredRow } from './harness.ts'
import { ourArguments } from './ours.ts'
import { type Abilities, assertComplete, type Contestant, probe, remarkOf } from './semantics.ts'
import { type Subject, SUBJECTS } from './subjects.ts'
import { type BenchOptions, runBench, type Table } from './table.ts'

const SETS = ['clean', 'coerced', 'rejected'] as const
type SetName = (typeof SETS)[number]

const GOALS = { clean: 1.3, coerced: 1.7, rejected: 3.5 } as const

export async function benchArguments(options: BenchOptions): Promise<Table[]> {
  const tables: Table[] = []
  for (const subject of SUBJECTS) {
    for (const set of SETS) {
      const title = `B1 ${subject.name}, ${set}`
      const { cases, notes } = await casesOf(subject, set)
      const measured = await measure(title, cases, options)
      tables.push({ title, columns: MEASURED_COLUMNS, rows: measured.map(measuredRow), notes })
    }
  }
  return tables
}

/** The floor first; whoever cannot do what the set asks is left out, by what the probe found. */
async function casesOf(subject: Subject, set: SetName): Promise<{ cases: Case[]; notes: string[] }> {
  const floorContestant = floor(subject)
  const ours = ourArguments(subject)
  for (const contestant of [floorContestant, ours]) {
    assertComplete(contestant.name, subject, await probe(contestant, subject))
  }
  const { contestants, refusals: notes } = peers(subject, set === 'coerced')
  if (set === 'clean') contestants.unshift(parseOnly())
  const cases = [toCase(floorContestant, subject, set), { ...toCase(ours, subject, set), goal: GOALS[set] }]
  for (const peer of contestants) {
    const abilities = await probe(peer, subject)
    if (!canDo(abilities, set)) notes.push(`Left out, cannot do it: ${peer.name}.`)
    else cases.push({ ...toCase(peer, subject, set), remark: remarkOf(abilities, subject, peer.adds) })
  }
  return { cases, notes }
}

function canDo(abilities: Abilities, set: SetName): boolean {
  if (set === 'clean') return abilities.accepts
  return set === 'coerced' ? abilities.coerces : abilities.rejects
}

function toCase({ name, check, awaited = false }: Contestant, subject: Subject, set: SetName): Case {
  const texts = subject[set]
  const mask = texts.length - 1 // eight texts
  return { name, awaited, run: (turn) => check(texts[turn & mask] ?? '') }
}

if (import.meta.main) await runBench(benchArguments)
