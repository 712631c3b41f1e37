// Asks a contestant for the whole value and for what it showed on the way, before it is timed.
import { isDeepStrictEqual } from 'node:util'
import type { ValueDelta } from '../src/index.ts'
import type { StreamContestant } from './stream-contestants.ts'
import type { StreamSubject } from './stream-subjects.ts'

/** Stops the bench unless the contestant gives the arguments whole and shows true pieces of them. Gives its remark. */
export async function probeStream(contestant: StreamContestant, subject: StreamSubject): Promise<string> {
  const { name, partials, remark = '' } = contestant
  const seen: unknown[] = []
  const value = await contestant.run(subject, (partial) => seen.push(structuredClone(partial)))
  const expected = contestant.expected?.(subject) ?? subject.value
  requireTrue(isDeepStrictEqual(value, expected), `${name}: wrong arguments on ${subject.name}`)
  if (partials === 'none') return remark
  const states = partials === 'changes' ? appliedOneByOne(seen as ValueDelta[]) : seen
  requireTrue(states.length > 0, `${name} shows no partial value`)
  for (const state of states) {
    requireTrue(isPartOf(state, subject.value), `${name} shows what is no part of the arguments`)
  }
  requireTrue(isDeepStrictEqual(states.at(-1), subject.value), `${name} does not show the end`)
  const fresh = new Set(states.map((state) => JSON.stringify(state))).size / subject.fragments.length
  if (fresh >= 0.5) return remark
  const stale = `STALE: a new value at ${Math.round(fresh * 100)} % of the fragments`
  return remark === '' ? stale : `${stale}; ${remark}`
}

/** The value after each change, from nothing but the changes. */
function appliedOneByOne(changes: readonly ValueDelta[]): unknown[] {
  const root: { value?: unknown } = {}
  return changes.map((change) => {
    const path = ['value', ...change.path]
    const key = path.pop() ?? 'value'
    let holder = root as Record<string | number, unknown>
    for (const step of path) holder = holder[step] as typeof holder
    if (change.type === 'append') holder[key] = `${String(holder[key])}${change.text}`
    else if (change.type !== 'close') holder[key] = structuredClone(change.value)
    return structuredClone(root.value)
  })
}

function isPartOf(part: unknown, whole: unknown): boolean {
  if (part === undefined || part === null) return true // nothing yet, or a key whose value has not come
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part)
  if (typeof part === 'number') return typeof whole === 'number' && String(whole).startsWith(String(part))
  if (typeof part !== 'object' || typeof whole !== 'object' || whole === null) return part === whole
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && isPartOf(value, (whole as Record<string, unknown>)[key]),
  )
}

function requireTrue(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}
