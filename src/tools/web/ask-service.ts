import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { guardedFetch } from '../../network/guarded-fetch.ts'
import { type HostList, hostList } from '../../network/host-list.ts'
import { networkFailure } from '../../network/network-failure.ts'
import type { SearchOptions, ServiceOptions } from './search-service.ts'

/** A search service as an address that the operator named. */
export interface ServiceAddress {
  readonly name: string
  readonly url: URL
  /** The operator named this host: it may be private. */
  readonly allow: HostList
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Reads the address of a service; throws OPTION_INVALID, early. */
export function readAddress(name: string, text: string): ServiceAddress {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ToolwrightError('OPTION_INVALID', `The \`url\` of ${name} is no http or https address.`, {
      hint: 'Write it as `https://search.example.com`, without a user name or password.',
    })
  }
  return { name, url, allow: hostList([url.host]) }
}

/** Asks a service for JSON; throws EXECUTE_FAILED without the address's query and the headers, where keys are. */
export async function askService(
  { name, allow }: ServiceAddress,
  url: URL,
  headers: Readonly<Record<string, string>>,
  { signal }: SearchOptions,
  { lookup }: ServiceOptions,
): Promise<unknown> {
  const answer = await guardedFetch(url.href, {
    headers: { accept: 'application/json', ...headers },
    allow,
    signal,
    maxBytes: MAX_ANSWER_BYTES,
    ...(lookup === undefined ? {} : { lookup }),
  })
  if (!answer.ok) throw answer.error
  const { status, body, truncated } = answer.value
  if (status < 200 || status > 299) {
    throw new ToolwrightError('EXECUTE_FAILED', `The search service ${name} answered ${status}.`, {
      hint: HINTS.get(status) ?? 'Read the log of the service.',
      details: { status, retryable: status === 429 || status >= 500 },
    })
  }
  try {
    if (truncated) throw new Error('too long')
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw networkFailure('protocol', `The search service ${name} did not answer with JSON.`)
  }
}

const HINTS: ReadonlyMap<number, string> = new Map([
  [401, 'Check the key of the service.'],
  [403, 'Check the key of the service; SearXNG answers so when `json` is not in its `search.formats`.'],
  [422, 'Check the key of the service.'],
  [429, 'Ask less often, or raise the limit at the service.'],
])

/** The objects of a list in an answer that may hold anything. */
export function recordsIn(value: unknown, ...path: readonly string[]): readonly Record<string, unknown>[] {
  let found = value
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** A text of an object; empty when it is none. */
export function textIn(record: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
