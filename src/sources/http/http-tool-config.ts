import type { SharedFields } from '../../author/define-tool.ts'
import type { InputSchema, OutputSchema } from '../../author/infer-arguments.ts'
import type { BasicAuth, HttpBody, HttpParameter, HttpPorts } from './http-request.ts'

export const HTTP_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type HttpMethod = (typeof HTTP_METHODS)[number]

/** Methods that only read, as HTTP has it. */
export const READ_ONLY_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What is called. `${env:NAME}` in a header, a cookie or the query is looked up at each call, and is never shown. */
export interface HttpRequestConfig {
  /** @default 'GET' */
  readonly method?: HttpMethod
  /** `https://api.example.com/users/{id}`: `{id}` is the argument of that name. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
  readonly basicAuth?: BasicAuth
  /** Where arguments go. @default the path when the URL names it, else the query or, where there is a body, the body */
  readonly parameters?: Readonly<Record<string, HttpParameter>>
  /** @default JSON, for POST, PUT and PATCH */
  readonly body?: HttpBody
  /** For the whole call, redirects included. @default 30000 */
  readonly timeoutMs?: number
  /** A longer answer is cut. @default 5242880 */
  readonly maxResponseBytes?: number
  /** Hosts beside that of the URL that may be redirected to; hosts named here may be private. @default none */
  readonly allowHosts?: readonly string[]
}

/** A tool that is an HTTP request, as its author writes it. */
export interface HttpToolConfig<Input extends InputSchema> extends SharedFields, HttpRequestConfig {
  /** Zod, Valibot, ArkType, a JSON Schema, or a list of parameters; `[]` for a tool without arguments. */
  readonly input: Input
  readonly output?: OutputSchema
  /** Names what a side effect touches: calls with different resources may run together. */
  readonly resource?: (args: never) => string
}

export type HttpOptions = HttpPorts
