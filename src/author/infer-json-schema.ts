import type { JsonSchema } from '../schema/json-schema.ts'

/** Types by the name that JSON Schema gives them; arrays and objects are worked out from their own keywords. */
interface TypeByName {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type Properties = { readonly [name: string]: JsonSchema | boolean }

/** What a value is that fits a JSON Schema literal. What the schema leaves open is `unknown`. */
export type InferJsonSchema<Schema> = Schema extends { readonly nullable: true }
  ? InferValue<Schema> | null
  : InferValue<Schema>

type InferValue<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Branch)[] }
      ? InferBranch<Branch>
      : Schema extends { readonly oneOf: readonly (infer Branch)[] }
        ? InferBranch<Branch>
        : Schema extends { readonly allOf: infer Branches extends readonly unknown[] }
          ? InferAll<Branches> & InferTyped<Schema>
          : InferTyped<Schema>

/** Distributes over the branches of a union. */
type InferBranch<Branch> = Branch extends unknown ? InferJsonSchema<Branch> : never

type InferAll<Branches extends readonly unknown[]> = Branches extends readonly [infer First, ...infer Rest]
  ? InferJsonSchema<First> & InferAll<Rest>
  : unknown

type InferTyped<Schema> = Schema extends { readonly type: infer Type }
  ? Type extends readonly (infer Name)[]
    ? InferNamed<Name, Schema>
    : InferNamed<Type, Schema>
  : Schema extends { readonly properties: Properties }
    ? InferObject<Schema>
    : unknown

/** Distributes over a list of types. */
type InferNamed<Name, Schema> = Name extends keyof TypeByName
  ? TypeByName[Name]
  : Name extends 'array'
    ? InferArray<Schema>
    : Name extends 'object'
      ? InferObject<Schema>
      : unknown

type InferArray<Schema> = Schema extends { readonly prefixItems: infer Items extends readonly unknown[] }
  ? InferTuple<Items, Schema>
  : Schema extends { readonly items: infer Item }
    ? Item extends readonly unknown[]
      ? InferTuple<Item, Schema>
      : InferJsonSchema<Item>[]
    : unknown[]

type InferTuple<Items extends readonly unknown[], Schema> = [
  ...{ -readonly [Index in keyof Items]: InferJsonSchema<Items[Index]> },
  ...(Schema extends { readonly items: false } | { readonly additionalItems: false } ? [] : unknown[]),
]

type InferObject<Schema> = Schema extends { readonly properties: infer Named extends Properties }
  ? Flatten<
      {
        -readonly [
          Name in keyof Named as Name extends Present<Schema, Named> ? Name : never
        ]: InferJsonSchema<Named[Name]>
      } & {
        -readonly [
          Name in keyof Named as Name extends Present<Schema, Named> ? never : Name
        ]?: InferJsonSchema<Named[Name]>
      } & InferRest<Schema>
    >
  : Schema extends { readonly additionalProperties: infer Rest extends JsonSchema }
    ? { [name: string]: InferJsonSchema<Rest> }
    : { [name: string]: unknown }

/** A schema for further properties types them only loosely: TypeScript has no "all others". */
type InferRest<Schema> = Schema extends { readonly additionalProperties: false }
  ? unknown
  : Schema extends { readonly additionalProperties: true | JsonSchema }
    ? { [name: string]: unknown }
    : unknown

/** Names that are always there: required ones, and ones with a default, which is filled in before a tool runs. */
type Present<Schema, Named> =
  | (Schema extends { readonly required: readonly (infer Name)[] } ? Name : never)
  | {
      [Name in keyof Named]: Named[Name] extends { readonly default: infer Default }
        ? Default extends null
          ? never
          : Name
        : never
    }[keyof Named]

/** One object type instead of an intersection: what a person sees when hovering. */
type Flatten<Type> = { [Key in keyof Type]: Type[Key] }
