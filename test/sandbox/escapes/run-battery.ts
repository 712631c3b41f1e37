import { setTimeout as sleep } from 'node:timers/promises'
import { FAMILIES } from './families/family-list.ts'
import type { Attack, Family } from './family.ts'
import { findWays, type FoundWays } from './find-ways.ts'
import type { Row, Targets, Verdict } from './verdict.ts'
import type { Way } from './ways.ts'

/** What a host prints, a line each. */
export type Line =
  | { readonly type: 'row'; readonly row: Row }
  | { readonly type: 'time'; readonly what: string; readonly ms: number }
  | {
      readonly type: 'end'
      readonly levels: FoundWays['report']['levels']
      readonly ways: readonly string[]
      readonly skipped: readonly string[]
      readonly rssBytes: readonly [before: number, after: number, most: number]
    }

const AT_ONCE = 2
// For whoever looks into one attack.
const ONLY = new RegExp(process.env['TOOLWRIGHT_ESCAPES_ONLY'] ?? '')
const CONTROL = 'control'

/** Runs every family in every way that was found, and as its control. */
export async function runBattery(targets: Targets, print: (line: Line) => void): Promise<void> {
  const user = process.getuid?.() === 0 ? 'root' : 'not root'
  const found = await findWays(targets)
  const before = process.memoryUsage().rss
  const jobs = FAMILIES.flatMap((family) =>
    [undefined, ...found.ways].map((way) => async () => {
      const startMs = performance.now()
      for (const row of await rowsOf(family, way, user, targets, found)) print({ type: 'row', row })
      print({
        type: 'time',
        what: `${family.name}, ${way?.name ?? CONTROL}`,
        ms: Math.round(performance.now() - startMs),
      })
    }),
  )
  const next = jobs.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const job of next) await job()
    }),
  )
  // What a flood left on the heap is garbage by now, or a leak.
  globalThis.gc?.()
  await sleep(50)
  print({
    type: 'end',
    levels: found.report.levels,
    ways: found.ways.map(({ name }) => name),
    skipped: found.skipped,
    rssBytes: [before, process.memoryUsage().rss, process.resourceUsage().maxRSS * 1024],
  })
}

async function rowsOf(
  family: Family,
  way: Way | undefined,
  user: string,
  targets: Targets,
  found: FoundWays,
): Promise<readonly Row[]> {
  const attacks = family.attacks.filter(
    (attack) =>
      ONLY.test(attack.name) && (way === undefined || attack.claimedBy(way) || attack.gap?.of(way) === true),
  )
  if (attacks.length === 0) return []
  let verdicts: ReadonlyMap<string, Verdict>
  let failure = 'it was not reported'
  try {
    verdicts = await family.run(
      way,
      attacks.map(({ name }) => name),
      targets,
    )
  } catch (thrown) {
    verdicts = new Map()
    failure = String(thrown)
  }
  return attacks.map((attack) => {
    const verdict = verdicts.get(attack.name)
    const facts = { user, attack: attack.name, way: way?.name ?? CONTROL }
    // An attack that did not run has shown nothing.
    if (verdict === undefined) return { ...facts, outcome: 'NOT RUN', detail: failure }
    return {
      ...facts,
      ...(way === undefined ? controlled(attack, verdict) : judged(attack, way, verdict, found)),
    }
  })
}

type Judgement = Pick<Row, 'outcome' | 'detail'>

function controlled({ mayLack }: Attack, { won, refused = '' }: Verdict): Judgement {
  if (won !== undefined) return { outcome: 'works', detail: won }
  if (mayLack !== undefined) return { outcome: 'skipped', detail: `${mayLack}: ${refused}` }
  return { outcome: 'NO CONTROL', detail: refused }
}

function judged(attack: Attack, way: Way, { won, refused = '' }: Verdict, { gaps }: FoundWays): Judgement {
  if (attack.isAllowed === true)
    return won === undefined ? { outcome: 'REFUSED', detail: refused } : { outcome: 'allowed', detail: won }
  if (won === undefined) return { outcome: 'stopped', detail: refused }
  if (attack.claimedBy(way)) return { outcome: 'ESCAPED', detail: won }
  // What is not held must be said, where whoever asks the doctor reads it.
  const said = gaps.get(`${way.level} ${way.launcher}`)?.some((gap) => attack.gap?.words.test(gap))
  return said === true
    ? { outcome: 'known gap', detail: won }
    : { outcome: 'ESCAPED', detail: `${won}; and no gap of the probe says so` }
}
