import { renderInner } from '../show-value.ts'
import type { ValueNote } from '../plan/plan-defaults.ts'
import { itemPlan, type Plan, propertyPlan } from '../plan/plan.ts'

export type { ValueNote } from '../plan/plan-defaults.ts'

// Deeper than any value that passes the size limits with sense in it; keeps the walk off the end of the stack.
const MAX_DEPTH = 500

/**
 * Sets what is missing, optional and has a default: in the value itself, in objects and items within, and in what a
 * default creates. Changes `value`: give it a copy of what is not yours. Unions, conditions and `patternProperties`
 * are not followed: which branch is meant is not known yet.
 */
export function fillDefaults(plan: Plan, value: unknown, notes: ValueNote[]): void {
  if (plan.hasDefaults) fill(plan, value, [], notes)
}

function fill(plan: Plan, value: unknown, path: (string | number)[], notes: ValueNote[]): void {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const child = itemPlan(plan, index)
      if (child === undefined || !child.hasDefaults) continue
      path.push(index)
      fill(child, value[index], path, notes)
      path.pop()
    }
    return
  }
  const target = value as Record<string, unknown>
  for (const entry of plan.defaults) {
    if (Object.hasOwn(target, entry.name)) continue
    setOwn(target, entry.name, copyDefault(entry.value))
    addNote(notes, path.length === 0 ? entry.note : { ...entry.note, path: renderInner(path, entry.name) })
  }
  if (!plan.hasInnerDefaults) return
  for (const name of Object.keys(target)) {
    const child = propertyPlan(plan, name)
    if (child === undefined || !child.hasDefaults) continue
    path.push(name)
    fill(child, target[name], path, notes)
    path.pop()
  }
}

/** Notes of one value; one more says that there are others. */
export const MAX_NOTES = 100

/** Adds a note; after a hundred, one last that there are more: a list of a million items must not bring as many notes. */
export function addNote(notes: ValueNote[], note: ValueNote): void {
  if (notes.length < MAX_NOTES) notes.push(note)
  else if (notes.length === MAX_NOTES)
    notes.push({ kind: note.kind, path: '', message: 'and more in the same way' })
}

/** Sets an own property, whatever its name: assigning to `__proto__` would change the prototype instead. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true })
  } else (target as Record<string, unknown>)[name] = value
}

function copyDefault(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value
}
