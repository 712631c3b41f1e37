import type { Isolation } from './isolation.ts'

/** Paths and hosts that a strict tool may reach; capped by what the host configures. */
export interface AllowList {
  readonly read?: readonly string[]
  readonly write?: readonly string[]
  readonly hosts?: readonly string[]
}

/** Limits of one tool, as its author gives them; what is left out takes {@link CONSTRAINT_DEFAULTS}. */
export interface Constraints {
  /** Longest a call may run, in milliseconds: 1,000 to 600,000. @default 60000 */
  readonly maxExecutionMs?: number
  /** Largest result given back, in bytes: 1,024 to 104,857,600. @default 10485760 */
  readonly maxOutputBytes?: number
  /** False: the tool only reads, so that calls may run together, be merged and be cached. @default true */
  readonly allowSideEffects?: boolean
  /** The least isolation the tool may run at. By default what its kind of implementation asks for. */
  readonly isolation?: Isolation
  readonly allow?: AllowList
}

export const CONSTRAINT_DEFAULTS = {
  maxExecutionMs: 60_000,
  maxOutputBytes: 10 * 1024 * 1024,
  allowSideEffects: true,
} as const

export const CONSTRAINT_RANGES = {
  maxExecutionMs: { minimum: 1_000, maximum: 600_000 },
  maxOutputBytes: { minimum: 1_024, maximum: 100 * 1024 * 1024 },
} as const
