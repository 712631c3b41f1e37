import type { ErrorCode } from '../../errors/error-codes.ts'
import type { Dialect } from '../dialects.ts'

/** One value that the walk through a schema came by. */
export interface SchemaFrame {
  readonly value: unknown
  readonly parent: SchemaFrame | undefined
  /** The keyword (or key) it stands under, and the place under that: `properties`, `city`. */
  readonly key: string | number | undefined
  readonly inner: string | number | undefined
  readonly depth: number
  /** False for data: what stands under `enum`, `default`, or an unknown keyword. */
  readonly isSchema: boolean
  /** Whether it looks at the same value as its parent. */
  readonly inPlace: boolean
  dialect: Dialect
}

/** What the checks of single keywords may ask of the walk. */
export interface SchemaWalk {
  /** Every schema object met so far, parents before children. */
  readonly schemas: readonly SchemaFrame[]
  /** Every keyword that refers to another schema. */
  readonly references: Reference[]
  readonly trustedPatterns: boolean
  /** Set when a limit was reached: nothing more is looked at. */
  readonly full: boolean
  /** Counts values and characters about to be looked at. */
  admit(nodes: number, characters: number): void
  /** Counts one pattern about to be analysed. */
  admitPattern(characters: number): void
  report(
    frame: SchemaFrame | undefined,
    at: readonly (string | number)[],
    code: ErrorCode,
    message: string,
    hint?: string,
  ): void
  pushSchema(
    parent: SchemaFrame,
    value: unknown,
    key: string,
    inner: string | number | undefined,
    inPlace: boolean,
  ): void
  pushData(parent: SchemaFrame, value: unknown, key: string | number): void
  /** Goes on until nothing is left to look at. */
  run(): void
}

export interface Reference {
  readonly frame: SchemaFrame
  readonly keyword: string
  readonly text: string
}

/** Keys and indexes from the root. */
export function pathOf(frame: SchemaFrame | undefined): (string | number)[] {
  const path: (string | number)[] = []
  for (let at = frame; at !== undefined; at = at.parent) {
    if (at.inner !== undefined) path.push(at.inner)
    if (at.key !== undefined) path.push(at.key)
  }
  return path.reverse()
}

/** A value for a message: short, quoted, and safe to make of anything. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return `\`"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"\``
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `\`${String(value)}\``
  if (Array.isArray(value)) return 'an array'
  return value === undefined ? 'undefined' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
