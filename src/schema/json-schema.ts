/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue }

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

/**
 * A JSON Schema as data (2020-12, 2019-09 or draft-07). The keywords that we read are typed; any other is allowed.
 * `'~standard'?: never` keeps Standard Schema objects (Zod and others) from being taken for a JSON Schema.
 */
export interface JsonSchema {
  readonly '~standard'?: never
  readonly $schema?: string
  readonly $ref?: string
  readonly $defs?: { readonly [name: string]: JsonSchema | boolean }
  readonly type?: JsonType | readonly JsonType[]
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: { readonly [name: string]: JsonSchema | boolean }
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema | boolean | readonly (JsonSchema | boolean)[]
  readonly prefixItems?: readonly (JsonSchema | boolean)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly allOf?: readonly (JsonSchema | boolean)[]
  readonly anyOf?: readonly (JsonSchema | boolean)[]
  readonly oneOf?: readonly (JsonSchema | boolean)[]
  readonly [keyword: string]: unknown
}
