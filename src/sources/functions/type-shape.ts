import type { Place } from './function-problem.ts'

/**
 * A type, one level deep, in words that the parser and every version of the compiler share. `Type` is whatever the
 * reader has in its hands; the walker only passes it back.
 */
export type Shape<Type> =
  | { readonly kind: PlainKind }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** Text of a form: a template literal type. */
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'union'; readonly members: readonly Type[]; readonly named?: Named }
  | { readonly kind: 'array'; readonly items: Type; readonly named?: Named }
  | { readonly kind: 'tuple'; readonly elements: readonly TupleElement<Type>[]; readonly named?: Named }
  | ObjectShape<Type>
  | { readonly kind: 'builtin'; readonly name: BuiltinName; readonly arguments: readonly Type[] }
  /** What JSON cannot carry. */
  | { readonly kind: 'refused'; readonly what: string; readonly cure: string }

/** `undefined` is void too; `anyObject` is `object`, `anything` is `{}`. */
export type PlainKind =
  | 'any'
  | 'unknown'
  | 'anything'
  | 'never'
  | 'undefined'
  | 'null'
  | 'string'
  | 'number'
  | 'boolean'
  | 'anyObject'

/** A type that has a name can hold itself. */
export interface Named {
  readonly name: string
  /** The same for the same type with the same arguments. */
  readonly key: string
}

export interface TupleElement<Type> {
  readonly type: Type
  readonly isOptional: boolean
  readonly isRest: boolean
}

export interface ObjectShape<Type> {
  readonly kind: 'object'
  readonly properties: readonly PropertyShape<Type>[]
  /** What further names hold, and which names: any, or those that are numbers. */
  readonly index?: { readonly type: Type; readonly keys: 'string' | 'number' }
  readonly named?: Named
}

export interface PropertyShape<Type> {
  readonly name: string
  readonly type: Type
  readonly isOptional: boolean
  /** Where it is declared: its comment stands before. */
  readonly place?: Place
}

/** Types of the language and of ours that are known by name. */
export const BUILTIN_NAMES = [
  'Date',
  'URL',
  'Uint8Array',
  'Map',
  'Set',
  'Promise',
  'Generator',
  'AsyncGenerator',
  'AbortSignal',
  'ToolContext',
  'ToolOutput',
] as const

export type BuiltinName = (typeof BUILTIN_NAMES)[number]

/** Reads types one level at a time; throws {@link NeedsChecker} for what it cannot know. */
export interface TypeReader<Type> {
  shape(type: Type): Shape<Type>
  /** Whether the order of members and properties is that of the source; another one is sorted, so that it is stable. */
  readonly keepsOrder: boolean
}

/** Thrown by the parser's tier: only the compiler knows. */
export class NeedsChecker extends Error {
  readonly place: Place

  constructor(reason: string, place: Place) {
    super(reason)
    this.name = 'NeedsChecker'
    this.place = place
  }
}

const PLAIN_DATA =
  'Inputs and results of tools are plain data: use text, numbers, lists, objects, or read what you need inside the function.'

export function refused(what: string, cure: string = PLAIN_DATA): Shape<never> {
  return { kind: 'refused', what, cure }
}
