import type { JsonObject, JsonValue } from '../../../schema/json-schema.ts'
import { isContainer } from '../../../schema/schema-object.ts'
import type { CodecPlan } from '../codec/codec-plan.ts'
import type { Lowering, Place } from './lowering.ts'
import { own, put } from './lowering.ts'

const ROOT = '#'
const PREFIX = '#/$defs/'

/** The `$defs` of the provider's form: what kept references name, each lowered once. */
export interface Definitions {
  define(pointer: string): string
  /** Lowers what was referred to, and what that refers to. */
  lowerAll(
    lowering: Lowering,
    place: Place,
  ): { readonly schemas: JsonObject; readonly plans: ReadonlyMap<string, CodecPlan | undefined> }
  isRecursive(): boolean
  wireSchema(address: string, whole: JsonObject): unknown
}

export function createDefinitions(root: unknown): Definitions {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  /** How often a name was wanted: of thousands, not each tries all numbers. */
  const counts = new Map<string, number>()
  const edges = new Map<string, Set<string>>()
  let current = ROOT

  function define(pointer: string): string {
    const from = edges.get(current) ?? new Set()
    edges.set(current, from.add(pointer))
    const known = names.get(pointer)
    if (known !== undefined) return PREFIX + known
    const base = nameFor(pointer)
    let name = base
    let count = counts.get(base) ?? 1
    while (taken.has(name)) name = `${base}_${++count}`
    counts.set(base, count)
    taken.add(name)
    names.set(pointer, name)
    return PREFIX + name
  }

  function lowerAll(lowering: Lowering, place: Place): ReturnType<Definitions['lowerAll']> {
    const schemas: Record<string, JsonValue> = {}
    const plans = new Map<string, CodecPlan | undefined>()
    // The map grows while it is read.
    for (const [pointer, name] of names) {
      current = pointer
      const lowered = lowering.lower(lowering.resolve(pointer), { ...place, path: pointer.slice(1) })
      put(schemas, name, lowered.schema)
      plans.set(pointer, lowered.plan)
    }
    return { schemas, plans }
  }

  /** Whether following references leads back to where one came from. */
  function isRecursive(): boolean {
    const finished = new Set<string>()
    const active = new Set<string>()
    const open: { readonly pointer: string; readonly isEnd: boolean }[] = [{ pointer: ROOT, isEnd: false }]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const { pointer } = at
      if (at.isEnd) {
        active.delete(pointer)
        finished.add(pointer)
        continue
      }
      if (finished.has(pointer)) continue
      active.add(pointer)
      open.push({ pointer, isEnd: true })
      for (const next of edges.get(pointer) ?? []) {
        if (active.has(next)) return true
        if (!finished.has(next)) open.push({ pointer: next, isEnd: false })
      }
    }
    return false
  }

  function wireSchema(address: string, whole: JsonObject): unknown {
    const defs = own(whole, '$defs')
    return isContainer(defs) ? own(defs, address.slice(PREFIX.length)) : undefined
  }

  return { define, lowerAll, isRecursive, wireSchema }

  function nameFor(pointer: string): string {
    if (pointer === ROOT)
      return isContainer(root) && typeof own(root, 'title') === 'string'
        ? clean(String(root['title']))
        : 'root'
    return clean(pointer.slice(pointer.lastIndexOf('/') + 1))
  }
}

function clean(name: string): string {
  const text = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)
  return text === '' || text === '__proto__' ? 'schema' : text
}
