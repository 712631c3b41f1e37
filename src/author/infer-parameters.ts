import type { ToolParameter } from '../define/parameter.ts'
import type { InferJsonSchema } from './infer-json-schema.ts'

interface TypeByName {
  string: string
  integer: number
  number: number
  boolean: boolean
}

/** The arguments that a list of parameters describes; any object for a list that is not known literally. */
export type InferParameters<Parameters extends readonly ToolParameter[]> =
  string extends Parameters[number]['name']
    ? { [name: string]: unknown }
    : Flatten<
        {
          [
            Parameter in Parameters[number] as Parameter extends Present ? Parameter['name'] : never
          ]: InferParameter<Parameter>
        } & {
          [
            Parameter in Parameters[number] as Parameter extends Present ? never : Parameter['name']
          ]?: InferParameter<Parameter>
        }
      >

/** Always there when the tool runs: required, or with a default that is not null. */
type Present = { readonly required: true } | { readonly default: string | number | boolean | object }

/** What one parameter takes. */
export type InferParameter<Parameter> = Parameter extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Parameter extends { readonly type: infer Type extends keyof TypeByName }
    ? TypeByName[Type]
    : Parameter extends { readonly type: 'array'; readonly items: infer Items }
      ? InferParameter<Items>[]
      : Parameter extends { readonly type: infer Type; readonly schema: infer Schema }
        ? InferJsonSchema<Schema & { readonly type: Type }>
        : Parameter extends { readonly type: 'array' }
          ? unknown[]
          : { [name: string]: unknown }

/** One object type instead of an intersection: what a person sees when hovering. */
export type Flatten<Type> = { [Key in keyof Type]: Type[Key] }
