import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { askService, readAddress, recordsIn, textIn } from './ask-service.ts'
import type { SearchService, ServiceOptions } from './search-service.ts'

export interface BraveOptions extends ServiceOptions {
  readonly apiKey: string
  /** @default 'https://api.search.brave.com/res/v1/web/search' */
  readonly url?: string
}

const DEFAULT_URL = 'https://api.search.brave.com/res/v1/web/search'
// The API takes no more at once, and no longer queries.
const MAX_COUNT = 20
const MAX_QUERY_CHARACTERS = 400

/** The Brave Search API. */
export function brave(options: BraveOptions): SearchService {
  const { apiKey, url: address = DEFAULT_URL } = options
  // What a header cannot hold would come back in an error, key and all.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7E]+$/.test(apiKey)) {
    throw new ToolwrightError('OPTION_INVALID', 'The `apiKey` of Brave is empty or no key.')
  }
  const service = readAddress('Brave', address)
  return {
    name: 'Brave',
    async search(query, search) {
      const url = new URL(service.url)
      url.searchParams.set('q', query.slice(0, MAX_QUERY_CHARACTERS))
      url.searchParams.set('count', String(Math.min(search.maxResults, MAX_COUNT)))
      const answer = await askService(service, url, { 'x-subscription-token': apiKey }, search, options)
      return recordsIn(answer, 'web', 'results').map((result) => ({
        title: textIn(result, 'title'),
        url: textIn(result, 'url'),
        snippet: textIn(result, 'description'),
      }))
    },
  }
}
