import type { SchemaObject } from '../../../schema/schema-object.ts'

/** How values change form between author and provider, as data; recursion goes through `reference`. */
export type CodecPlan =
  | {
      readonly kind: 'object'
      readonly properties: readonly PropertyPlan[]
      /** The author's schema, where it matters which properties are there: a null that nobody meant could break it. */
      readonly presence?: SchemaObject
    }
  /** A map, sent as a list of `{ key, value }`. */
  | { readonly kind: 'entries'; readonly value: CodecPlan | undefined }
  | {
      readonly kind: 'array'
      readonly prefix: readonly (CodecPlan | undefined)[]
      readonly rest: CodecPlan | undefined
    }
  /** For a schema that takes objects and arrays. */
  | { readonly kind: 'both'; readonly object: CodecPlan; readonly array: CodecPlan }
  | { readonly kind: 'union'; readonly branches: readonly BranchPlan[] }
  /** The value is sent as a property of an object. */
  | { readonly kind: 'wrap'; readonly name: string; readonly value: CodecPlan | undefined }
  /** The plan of a definition. */
  | { readonly kind: 'reference'; readonly pointer: string }

export interface PropertyPlan {
  readonly name: string
  readonly wireName: string
  readonly plan: CodecPlan | undefined
  /** Sent as null when absent. */
  readonly absentAsNull: boolean
  /** Null can only mean absent: the author's schema does not take it. */
  readonly nullAsAbsent: boolean
}

export interface BranchPlan {
  readonly plan: CodecPlan | undefined
  /** The author's form of the branch, and the provider's: whichever a value fits is the branch that is meant. */
  readonly schema: unknown
  readonly wireSchema: SchemaObject
}
