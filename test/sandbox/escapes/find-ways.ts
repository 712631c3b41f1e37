import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { candidateLaunchers } from '../../../src/sandbox/launch/candidate-launchers.ts'
import type { SandboxLevel } from '../../../src/sandbox/policy.ts'
import { probeSandbox, type SandboxReport } from '../../../src/sandbox/probe.ts'
import { tryLevel } from '../../../src/sandbox/try-level.ts'
import type { Stage } from './stage.ts'
import { type Way, waysOf } from './ways.ts'

const LEVELS = ['standard', 'strict', 'restricted'] as const satisfies readonly SandboxLevel[]

/** What is tried here, what not and why, and what each mechanism says of itself that it does not hold. */
export interface FoundWays {
  readonly report: SandboxReport
  readonly ways: readonly Way[]
  readonly skipped: readonly string[]
  /** By `level launcher`. */
  readonly gaps: ReadonlyMap<string, readonly string[]>
}

/** Every mechanism that holds a level on this machine: the one that the probe chose, and those behind it. */
export async function findWays(stage: Stage): Promise<FoundWays> {
  const { report, launchers } = await probeSandbox()
  const { candidates, missing } = candidateLaunchers(undefined)
  const ways: Way[] = []
  const skipped = missing.map(({ levels, what }) => `${levels.join(', ')}: ${what}`)
  const gaps = new Map<string, readonly string[]>()
  const hiddenFile = join(stage.home, 'hidden')
  writeFileSync(hiddenFile, 'hidden')
  for (const level of LEVELS) {
    const chosen = launchers.get(level)
    for (const { launcher, gaps: known } of candidates) {
      if (!launcher.levels.includes(level)) continue
      gaps.set(
        `${level} ${launcher.name}`,
        known.map(({ what }) => what),
      )
      if (launcher.name === chosen?.name) {
        ways.push(...waysOf(level, launcher, true, stage))
        continue
      }
      const { problems } = await tryLevel(launcher, level, hiddenFile)
      if (problems.length === 0) ways.push(...waysOf(level, launcher, false, stage))
      else skipped.push(`${level}, ${launcher.name}: ${problems.join('; ')}`)
    }
  }
  return { report, ways, skipped, gaps }
}
