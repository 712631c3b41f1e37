import {
  anObject,
  aText,
  aFunction,
  checkOptions,
  type OptionRule,
  type OptionRules,
} from '../../define/check-options.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ProviderFormat } from '../../providers/provider-format.ts'
import type { Wait } from './retry.ts'

/** What `httpModel` takes. */
export interface HttpModelOptions {
  /** An id such as `anthropic`, or a format of your own. */
  readonly provider: string | ProviderFormat
  /** The name of the model, as the provider calls it. */
  readonly model: string
  /** @default the environment variable that the provider's own clients read */
  readonly apiKey?: string | undefined
  /** Where the API is. @default the provider's own */
  readonly baseUrl?: string | undefined
  /** Added to each request; they win over ours. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** @default the global fetch */
  readonly fetch?: typeof fetch | undefined
  /** Longest without a sign of life: until the answer begins, then between two pieces of it. @default 600000 */
  readonly timeoutMs?: number | undefined
  /** How often a request is repeated after 429, 5xx or a broken connection. @default 2 */
  readonly maxRetries?: number | undefined
  /** @default 67108864 */
  readonly maxResponseBytes?: number | undefined
  /** How to wait between tries, for tests. */
  readonly wait?: Wait | undefined
}

const from = (least: number, expected: string): OptionRule => [
  (value) => Number.isInteger(value) && Number(value) >= least,
  expected,
]

/** The longest that a timer can wait; a longer one would fire at once. */
const MAX_TIMEOUT_MS = 2_147_483_647

const RULES: OptionRules<HttpModelOptions> = {
  provider: [
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    'the id of a provider, or a provider format',
  ],
  // Some providers have the name in the address, where `..` would lead elsewhere.
  model: [
    (value) => typeof value === 'string' && value !== '' && !/(?:^|\/)\.\.?(?:\/|$)/.test(value),
    'the name of a model',
  ],
  apiKey: aText,
  baseUrl: [
    (value) => typeof value === 'string' && /^https?:\/\//.test(value),
    'an address that starts with http:// or https://',
  ],
  headers: anObject,
  fetch: aFunction,
  timeoutMs: [
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TIMEOUT_MS,
    `a whole number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`,
  ],
  maxRetries: from(0, 'a whole number from 0'),
  maxResponseBytes: from(1, 'a whole number of bytes from 1'),
  wait: aFunction,
}

export function checkHttpOptions(options: HttpModelOptions): void {
  checkOptions('httpModel', options, RULES)
  const { baseUrl = '' } = options
  // Credentials in an address end up in messages and logs, so this one is not shown.
  if (/[?#]/.test(baseUrl) || /^\w+:\/\/[^/]*@/.test(baseUrl)) {
    const message =
      '`baseUrl` of `httpModel` may hold no user, password, query or fragment. Give such things as `headers`.'
    throw new ToolwrightError('OPTION_INVALID', message)
  }
}
