// What is to be left running when a call is over, in every way that leaves a process group or its parent.
import { setTimeout as sleep } from 'node:timers/promises'
import { startPlainly } from '../control.ts'
import { type Attack, type Family, fromStandard } from '../family.ts'
import { countMarked, killMarked } from '../marked.ts'
import type { Targets, Verdict } from '../verdict.ts'
import type { Attempt, Way } from '../ways.ts'

const GONE_WITHIN_MS = 2_000

interface Leaver {
  readonly name: string
  /** Shell; MARK is a number of seconds that no other process sleeps. */
  readonly script: string
  readonly takesMarkOff?: boolean
  readonly changes?: Partial<Attempt>
}

const LEAVERS: readonly Leaver[] = [
  { name: 'background', script: 'sleep MARK >/dev/null 2>&1 & sleep 0.1; echo done' },
  { name: 'new session', script: 'setsid sleep MARK >/dev/null 2>&1 & sleep 0.2; echo done' },
  { name: 'daemon', script: '(setsid sh -c "(sleep MARK >/dev/null 2>&1 &)" &) ; sleep 0.3; echo done' },
  { name: 'holds the streams', script: 'setsid sleep MARK & sleep 0.2; echo done' },
  {
    name: 'ignores signals',
    script: "(trap '' HUP INT TERM; sleep MARK; :) >/dev/null 2>&1 & sleep 0.1; echo done",
  },
  {
    name: 'new session without an environment',
    script: 'env -i setsid sleep MARK >/dev/null 2>&1 & sleep 0.3; echo done',
    takesMarkOff: true,
  },
  {
    name: 'at the time limit',
    script: 'setsid sleep MARK & sleep MARK & kill -STOP $$; sleep MARK',
    changes: { maxExecutionMs: 1_000 },
  },
]

let runs = 0
/** A time to sleep that is a mark: short, should all else fail, and unlike any other. */
const newMark = (): string => `19.${process.pid}${String((runs += 1)).padStart(4, '0')}`

async function leftOf(mark: string): Promise<Verdict> {
  const endMs = performance.now() + GONE_WITHIN_MS
  while (countMarked(mark) > 0 && performance.now() < endMs) await sleep(20)
  const left = killMarked(mark)
  return left === 0 ? { refused: 'nothing is left' } : { won: `${left} left` }
}

async function leavePlainly(script: string, mark: string, targets: Targets): Promise<Verdict> {
  const child = startPlainly(['/bin/sh', '-c', script], targets)
  await sleep(500)
  child.kill('SIGKILL')
  await sleep(50)
  const left = killMarked(mark)
  return left === 0 ? { refused: 'nothing was left' } : { won: `${left} left` }
}

function leaverFamily({ name, script, takesMarkOff = false, changes = {} }: Leaver): Family {
  // What a mechanism ends, it ends whoever started it: as a module once, where the probe chose.
  const isTried = (way: Way): boolean =>
    fromStandard(way) && (way.kind === 'command' || (way.kind === 'module' && way.isChosen))
  const isGap = ({ launcher }: Way): boolean => takesMarkOff && launcher === 'process group'
  const attack: Attack = {
    name: `survivors: ${name}`,
    claimedBy: (way) => isTried(way) && !isGap(way),
    gap: { of: (way) => isTried(way) && isGap(way), words: /takes the mark off/ },
  }
  async function leave(way: Way, mark: string, targets: Targets): Promise<Verdict> {
    const text = script.replaceAll('MARK', mark)
    const result = await way.call(
      way.kind === 'command'
        ? { given: { kind: 'command', argv: ['/bin/sh', '-c', text] }, ...changes }
        : {
            given: { kind: 'module', file: `${targets.program}/leave.mjs`, exportName: 'leave' },
            args: { text },
            ...changes,
          },
    )
    if (result.status === 'failed' && result.error.code === 'SANDBOX_UNAVAILABLE')
      throw new Error(result.error.message)
    return leftOf(mark)
  }
  return {
    name: attack.name,
    attacks: [attack],
    async run(way, _names, targets) {
      const mark = newMark()
      const verdict =
        way === undefined
          ? await leavePlainly(script.replaceAll('MARK', mark), mark, targets)
          : await leave(way, mark, targets)
      return new Map([[attack.name, verdict]])
    },
  }
}

export const survivors: readonly Family[] = LEAVERS.map(leaverFamily)
