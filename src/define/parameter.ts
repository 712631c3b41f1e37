import type { JsonSchema } from '../schema/json-schema.ts'

export const PARAMETER_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const

export type ParameterType = (typeof PARAMETER_TYPES)[number]

/** One argument of a tool, for authors who would rather list than write JSON Schema. */
export interface ToolParameter {
  /** snake_case, unique in its tool. */
  readonly name: string
  readonly description?: string
  readonly type: ParameterType
  /** @default false */
  readonly required?: boolean
  /** Used when the argument is missing; null means no default. */
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  /** What an array holds, to any depth; its `name` may be left out. */
  readonly items?: ParameterItems
  /** A JSON Schema of its own, for arrays and objects. */
  readonly schema?: JsonSchema
}

/** What an array holds: a parameter without a name. */
export type ParameterItems = Omit<ToolParameter, 'name' | 'required' | 'default'>
