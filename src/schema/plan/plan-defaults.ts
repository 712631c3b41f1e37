import { quoteText, renderPath } from '../show-value.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Plan } from './plan.ts'

/** What was done to a value on its way; every such note is also a note of a result. */
export interface ValueNote {
  readonly kind: 'default' | 'coerced' | 'repaired'
  /** Dotted path, empty for the whole. */
  readonly path: string
  readonly message: string
}

/** A missing property that is set. */
export interface DefaultEntry {
  readonly name: string
  readonly value: unknown
  /** As it reads at the top of the value. */
  readonly note: ValueNote
}

/** The defaults of optional properties; one that is required must be sent. */
export function defaultsOf(
  children: ReadonlyMap<string, readonly unknown[]>,
  required: ReadonlySet<string>,
): DefaultEntry[] {
  const entries: DefaultEntry[] = []
  for (const [name, same] of children) {
    if (required.has(name)) continue
    for (const child of same) {
      if (typeof child !== 'object' || child === null || !Object.hasOwn(child, 'default')) continue
      const value = (child as JsonSchema).default
      entries.push({ name, value, note: Object.freeze(noteOf(name, value)) })
      break
    }
  }
  return entries
}

function noteOf(name: string, value: unknown): ValueNote {
  const shown = JSON.stringify(value) ?? 'nothing'
  const short = shown.length > 60 ? quoteText(shown) : shown
  return { kind: 'default', path: renderPath([name]), message: `not given; the default ${short} is used` }
}

/** A quick no for the many schemas without any default; iterative, so depth does not matter. */
export function mentionsDefault(schema: unknown): boolean {
  const open: unknown[] = [schema]
  const seen = new Set<unknown>()
  while (open.length > 0) {
    const part = open.pop()
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    if (Object.hasOwn(part, 'default')) return true
    for (const child of Object.values(part)) open.push(child)
  }
  return false
}

/** Marks every plan from which a default can be reached, by repeating until nothing changes: `$ref` may make a circle. */
export function markDefaults(root: Plan): void {
  const reached = new Map<Plan, readonly Plan[]>()
  const open = [root]
  for (let plan = open.pop(); plan !== undefined; plan = open.pop()) {
    if (reached.has(plan)) continue
    const children = childrenOf(plan)
    reached.set(plan, children)
    open.push(...children)
  }
  for (let changed = true; changed;) {
    changed = false
    for (const [plan, children] of reached) {
      const hasInnerDefaults = children.some((child) => child.hasDefaults)
      const hasDefaults = hasInnerDefaults || plan.defaults.length > 0
      if (hasDefaults === plan.hasDefaults && hasInnerDefaults === plan.hasInnerDefaults) continue
      plan.hasDefaults = hasDefaults
      plan.hasInnerDefaults = hasInnerDefaults
      changed = true
    }
  }
}

function childrenOf(plan: Plan): Plan[] {
  const links = [...plan.properties.values(), ...plan.prefixItems]
  if (plan.items !== undefined) links.push(plan.items)
  for (const { additional } of plan.shapes) if (typeof additional === 'function') links.push(additional)
  return links.map((link) => link())
}
