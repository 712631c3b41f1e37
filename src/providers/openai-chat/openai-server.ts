import {
  aFlag,
  aText,
  checkOptions,
  oneOf,
  type OptionRule,
  type OptionRules,
} from '../../define/check-options.ts'

/** A server that speaks OpenAI Chat Completions: where it is, and what it does otherwise than OpenAI. Data alone. */
export interface OpenAiServer {
  /** Lower case. A transcript remembers it, so that only the same server gets its own fields back. */
  readonly id: string
  /** For people. @default the id */
  readonly title?: string | undefined
  /** Up to and including the version: `/chat/completions` is added. */
  readonly baseUrl: string
  /** Which environment variable holds the key. @default none: the server asks for no key */
  readonly keyVariable?: string | undefined
  /** The header that holds the bare key. @default `authorization`, as a bearer token */
  readonly keyHeader?: string | undefined
  /** Whether `strict` holds the model to the schema; where not, it is not sent. @default false */
  readonly strict?: boolean | undefined
  /** Whether a request can say: call this one. @default true */
  readonly namedChoice?: boolean | undefined
  /** Whether it takes `parallel_tool_calls`. @default true */
  readonly parallelFlag?: boolean | undefined
  /** Whether it takes `stream_options`, without which most servers tell no tokens in a stream. @default true */
  readonly streamOptions?: boolean | undefined
  /** @default 'max_tokens' */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens' | undefined
  /** How many tools a request may hold. @default no limit */
  readonly maxTools?: number | undefined
}

const aName: OptionRule = [
  (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value),
  'a name of lower-case letters, digits and `-`',
]

const RULES: OptionRules<OpenAiServer> = {
  id: aName,
  title: aText,
  baseUrl: [
    (value) => typeof value === 'string' && /^https?:\/\//.test(value),
    'an address that starts with http:// or https://',
  ],
  keyVariable: aText,
  keyHeader: aText,
  strict: aFlag,
  namedChoice: aFlag,
  parallelFlag: aFlag,
  streamOptions: aFlag,
  maxTokensField: oneOf(['max_tokens', 'max_completion_tokens']),
  maxTools: [(value) => Number.isInteger(value) && Number(value) > 0, 'a whole number from 1'],
}

/** Throws for a row that lacks its id or its address, or says what there is not. */
export function checkOpenAiServer(server: Partial<OpenAiServer>): void {
  const { id = '', baseUrl = '' } = server
  checkOptions('openAiServer', { ...server, id, baseUrl }, RULES)
}
