import type { JsonObject } from '../../schema/json-schema.ts'

/** What becomes of a keyword that says something about a value. */
export type KeywordAction =
  /** Sent as it is. */
  | 'keep'
  /** Taken out, and said in the description, where the model may heed it. */
  | 'describe'
  /** Taken out: it says nothing to a model. */
  | 'drop'

/** Which part of JSON Schema a provider takes, as facts; `lowerSchema` is the one compiler for all of them. */
export interface SchemaDialect {
  /** For reports: `openai-strict`. */
  readonly id: string
  /** Sent as the author wrote it, with `type: object` at the root; nothing else here matters then. */
  readonly verbatim: boolean
  /** What cannot be said gives the schema up (`ok: false`); a dialect that is not strict loosens it, and says so. */
  readonly strict: boolean
  /** What becomes of single keywords. Those that shape a schema (`type`, `properties`, `anyOf` …) have facts of their own below. */
  readonly keywords: Readonly<Record<string, KeywordAction>>
  /** What becomes of a keyword that `keywords` does not name; with `describe`, those that assert nothing are dropped. */
  readonly otherKeywords: 'keep' | 'describe'
  /** Kept keywords that are not taken with every value; where this says no, they are described. */
  readonly takes?: Readonly<Record<string, (value: unknown) => boolean>>
  /** `required`: any names, only names with a schema, or every property (optional ones become nullable; null comes back as absent). */
  readonly required: 'any' | 'declared' | 'all'
  /** `additionalProperties: false` must stand on every object. */
  readonly closedObjects: boolean
  /** An object with free keys: sent as it is, as a list of `{ key, value }`, without its `additionalProperties`, or not at all. */
  readonly maps: 'keep' | 'entries' | 'strip' | 'refuse'
  /** How null is said: as a type, or by `nullable: true`. */
  readonly nullForm: 'type' | 'nullable'
  /** Whether `type` may be a list; else it becomes `anyOf`. */
  readonly typeLists: boolean
  /** A schema without a type, or an array without `items`: taken, spelt out as a union of types, or not sayable. */
  readonly untyped: 'keep' | 'spell' | 'refuse'
  /** Values of `enum`: any, primitives, or text alone (others go into the description). */
  readonly enumValues: 'any' | 'primitive' | 'string'
  readonly const: 'keep' | 'enum'
  readonly oneOf: 'keep' | 'anyOf'
  /** Whether assertions may stand beside a union; else they move into its branches. */
  readonly unions: 'keep' | 'alone'
  readonly allOf: 'keep' | 'merge'
  /** `$ref`: kept, kept but alone in its schema (wrapped in `anyOf` beside annotations), or replaced by what it names. */
  readonly references: 'keep' | 'alone' | 'inline'
  /** Whether a schema may name itself; if not, strict sending is given up, or (plain) the recursion is cut to an open schema. */
  readonly recursion: boolean
  /** `prefixItems`: kept, or one `items` for all, with `maxItems`. */
  readonly tuples: 'keep' | 'union'
  /** Formats of text that are sent; others go into the description. */
  readonly formats: 'any' | readonly string[]
  /** A union at the root: folded into one object with the properties of all branches, or wrapped into a property. */
  readonly rootUnion: 'fold' | 'wrap'
  /** Whether the provider reads `description` at the root; if not, it is said in that of the tool. */
  readonly rootDescription: boolean
  /** Property names that are taken; others are renamed and mapped back. */
  readonly propertyNames?: RegExp
  /** Past these the tool cannot be sent in this dialect. */
  readonly limits?: {
    readonly properties?: number
    /** Objects inside objects. */
    readonly depth?: number
    readonly enumValues?: number
    /** Of one `enum` with more than `values` texts. */
    readonly largeEnum?: { readonly values: number; readonly characters: number }
    /** Names of properties and definitions, and values of `enum` and `const`, together. */
    readonly nameCharacters?: number
  }
  /** A last rewrite of each finished schema object, for what only one provider does (`minLength` as text). */
  readonly finish?: (schema: JsonObject) => JsonObject
}

/** One thing that the provider's form does not say as the author said it. */
export interface SchemaChange {
  /** JSON-pointer-like path in the input schema: `/properties/city/minLength`. */
  readonly path: string
  readonly kind: 'rewritten' | 'described' | 'dropped'
  /** A sentence for people: "`minLength: 3` is said in the description". */
  readonly message: string
}

/** How much a translation may still do; schemas that name themselves in several branches can take any amount. */
export interface Effort {
  stepsLeft: number
}

/** The two directions between the author's arguments and the provider's form of them. Both leave what they get unchanged. */
export interface ArgumentCodec {
  /** Arguments that fit the full schema → their form under the lowered schema (examples, history). */
  toWire(value: unknown): unknown
  /** Arguments as the model sent them → the author's form. What does not have the expected form is left as it is. */
  fromWire(value: unknown, effort?: Effort): unknown
}

/** A schema in a provider's dialect. */
export type LoweredSchema =
  | {
      readonly ok: true
      readonly schema: JsonObject
      readonly changes: readonly SchemaChange[]
      /** What the root says of itself where the provider does not read it there: it belongs into the tool's description. */
      readonly rootDescription?: string
      /** Undefined when both forms are the same. */
      readonly codec: ArgumentCodec | undefined
      /** What counts against the budgets of a request. */
      readonly counts: {
        readonly optionalProperties: number
        readonly unions: number
        readonly properties: number
      }
    }
  /** It cannot be said in this dialect without changing its meaning. */
  | { readonly ok: false; readonly path: string; readonly reason: string }
