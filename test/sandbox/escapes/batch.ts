import { outputOf } from './control.ts'
import type { Attack, Family } from './family.ts'
import type { Targets, Verdict } from './verdict.ts'
import { attacksAs } from './attacks-as.ts'
import { type Attempt, NODE, type Way } from './ways.ts'

export interface BatchFacts {
  /** What is different about the call. */
  readonly changes?: (targets: Targets) => Partial<Attempt>
}

// Node as a command, or a thread of it, needs more address space than a tool is given.
const ROOMY = { memoryBytes: 2_500 * 1024 * 1024 } as const

/** Attacks from the folder `attacks`, one after the other in one process: starting one costs more than all of them. */
export function batch(name: string, attacks: readonly Attack[], facts: BatchFacts = {}): Family {
  return {
    name,
    attacks,
    async run(way, names, targets) {
      const job = { names, targets: { ...targets, way: way?.name ?? 'control' } }
      const report =
        way === undefined ? await runPlainly(targets, job) : await runIn(way, job, targets, facts)
      return new Map(Object.entries(report))
    },
  }
}

type Report = Readonly<Record<string, Verdict>>

async function runPlainly(targets: Targets, job: object): Promise<Report> {
  const argv = [NODE, `${targets.program}/run.mjs`, 'main']
  const { stdout, stderr, code } = await outputOf(argv, targets, JSON.stringify(job))
  if (code !== 0) throw new Error(`the control did not run: ${stderr.slice(0, 500)}`)
  return JSON.parse(stdout) as Report
}

async function runIn(way: Way, job: object, targets: Targets, { changes }: BatchFacts): Promise<Report> {
  const result = await way.call({
    ...attacksAs(way.kind, targets, job),
    limits: ROOMY,
    ...changes?.(targets),
  })
  // Attacks that did not run have shown nothing.
  if (result.status !== 'succeeded')
    throw new Error(`they did not run: ${JSON.stringify(result).slice(0, 600)}`)
  const value = result.content.type === 'json' ? result.content.value : {}
  if (way.kind !== 'command') return value as unknown as Report
  const { stdout, stderr, exit_code } = value as { stdout: string; stderr: string; exit_code: number | null }
  if (exit_code !== 0) throw new Error(`they did not run: exit code ${exit_code}: ${stderr.slice(0, 500)}`)
  return JSON.parse(stdout) as Report
}
