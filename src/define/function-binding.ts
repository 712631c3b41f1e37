import type { JsonValue } from '../schema/json-schema.ts'

/** How an argument becomes what a function wants: JSON has no dates, maps or bytes. Absent where JSON will do. */
export type Revival =
  | { readonly as: 'Date' | 'URL' | 'Uint8Array' }
  /** A Map comes as an object, a Set as a list. */
  | { readonly as: 'Map' | 'Set' | 'list'; readonly items?: Revival }
  | { readonly as: 'tuple'; readonly first: readonly (Revival | null)[]; readonly items?: Revival }
  | {
      readonly as: 'object'
      readonly properties: Readonly<Record<string, Revival>>
      /** For names that are not listed. */
      readonly others?: Revival
    }
  | { readonly as: 'union'; readonly members: readonly UnionMember[] }
  /** One of the binding's `revivals`, by name: for types that hold themselves. */
  | { readonly as: 'named'; readonly name: string }

/** One kind of value that a union lets in. The first member that fits is the one. */
export interface UnionMember {
  readonly type: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
  /** The only values there are. */
  readonly values?: readonly JsonValue[]
  /** Of an object: names that are there, names that may be, and the values of those that tell it from others. */
  readonly required?: readonly string[]
  readonly names?: readonly string[]
  readonly constants?: Readonly<Record<string, readonly JsonValue[]>>
  readonly revival?: Revival
}

/** What a parameter of a function is given. */
export type BoundParameter =
  /** The argument of that name; undefined when it is missing, so that the function's own default applies. */
  | { readonly take: 'argument'; readonly name: string; readonly revival?: Revival }
  /** A list, spread over what is left; nothing may follow. */
  | { readonly take: 'rest'; readonly name: string; readonly revival?: Revival }
  /** All arguments as one object; `inject` names properties that we fill in. */
  | {
      readonly take: 'all'
      /** Nothing at all is undefined, so that a default for the whole applies. */
      readonly isOptional?: true
      readonly revival?: Revival
      readonly inject?: Readonly<Record<string, 'signal' | 'context'>>
    }
  | { readonly take: 'signal' | 'context' }

/** How a plain function is called with named arguments. Plain JSON: it crosses process boundaries and is kept in files. */
export interface FunctionBinding {
  readonly parameters: readonly BoundParameter[]
  /** The export is a class, and this method of it is the function; an instance is made once, without arguments. */
  readonly member?: { readonly name: string; readonly isStatic: boolean }
  readonly revivals?: Readonly<Record<string, Revival>>
}
