// The compiler behind `lowerSchema`: each file here lowers one idea of JSON Schema, asked by `lower-node.ts`.
// Comes in: a bounded copy of the author's schema. Goes out: the provider's form, a plan for the codec, changes.
import type { JsonObject } from '../../../schema/json-schema.ts'
import type { SchemaObject } from '../../../schema/schema-object.ts'
import type { CodecPlan } from '../codec/codec-plan.ts'
import type { SchemaChange, SchemaDialect } from '../schema-dialect.ts'

/** Where the compiler is. */
export interface Place {
  /** In the author's schema, as a JSON pointer. */
  readonly path: string
  readonly depth: number
  /** References that are being replaced by what they name, from the outside in. */
  readonly inlining: readonly string[]
  /** Assertions of the same schema that were left over and only can be described. */
  readonly leftOver: readonly Assertion[]
}

export type Assertion = readonly [keyword: string, value: unknown]

/** One schema in the provider's form. */
export interface Lowered {
  readonly schema: JsonObject
  /** How values change form; undefined when they do not. */
  readonly plan: CodecPlan | undefined
}

/** One compilation: what every part of the compiler may ask. */
export interface Lowering {
  readonly dialect: SchemaDialect
  readonly changes: SchemaChange[]
  /** How often something was loosened; inside `not` that would narrow. */
  loosened: number
  /** What the root says of itself, where the provider reads no description there. */
  rootDescription: string | undefined
  /** What a canonical reference names. */
  resolve(pointer: string): unknown
  /** The address under which the provider finds what a reference names. */
  define(pointer: string): string
  /** What a property is sent as. */
  wireName(name: string): string
  lower(schema: unknown, place: Place): Lowered
  /** Counts one node; false when there were too many. */
  spend(): boolean
  /**
   * Counts work that grows with more than the number of nodes, such as a text that is said in each branch; false when
   * it was too much.
   */
  toil(amount: number): boolean
}

/** Thrown inside the compiler alone: the schema cannot be said in a strict dialect. */
export class Unsayable extends Error {
  readonly path: string
  constructor(path: string, reason: string) {
    super(reason)
    this.path = path
  }
}

export function reportChange(
  lowering: Lowering,
  path: string,
  kind: SchemaChange['kind'],
  message: string,
): void {
  lowering.changes.push({ path, kind, message })
}

/** Says that the rest is left out because it would be too much. */
export function loosenTooLarge(lowering: Lowering, path: string): void {
  loosen(lowering, path, 'the schema is too large')
}

/** Gives up in a strict dialect; elsewhere reports that a part is not sent, which the caller then leaves out. */
export function loosen(lowering: Lowering, path: string, reason: string): void {
  if (lowering.dialect.strict) throw new Unsayable(path, reason)
  lowering.loosened++
  reportChange(lowering, path, 'dropped', `${reason}; nothing is asked of the value here`)
}

export function inside(place: Place, ...keys: readonly (string | number)[]): Place {
  const steps = keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return { ...place, path: place.path + steps.join(''), depth: place.depth + 1, leftOver: [] }
}

/** Sets a member whatever its name is, `__proto__` too. */
export function put(target: object, key: string, value: unknown): void {
  // Described in full, any other member would take several times as long.
  if (key !== '__proto__') (target as Record<string, unknown>)[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

export function without(schema: SchemaObject, ...keys: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))
}

/** A member that the schema itself has. */
export function own(schema: SchemaObject, key: string): unknown {
  return Object.hasOwn(schema, key) ? schema[key] : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function namesOf(value: unknown): readonly string[] {
  return listOf(value).filter((name) => typeof name === 'string')
}
