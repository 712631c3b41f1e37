import { askService, readAddress, recordsIn, textIn } from './ask-service.ts'
import type { SearchService, ServiceOptions } from './search-service.ts'

export interface SearxngOptions extends ServiceOptions {
  /** Of the instance: `http://searxng.internal:8080`. It may be private, as the operator named it. */
  readonly url: string
}

/** A SearXNG instance; `json` must be among its `search.formats`. */
export function searxng(options: SearxngOptions): SearchService {
  const address = readAddress('SearXNG', options.url)
  return {
    name: 'SearXNG',
    async search(query, search) {
      // Below whatever path the instance lives at.
      const url = new URL('search', address.url.href.replace(/[?#].*$/, '').replace(/\/*$/, '/'))
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString()
      const answer = await askService(address, url, {}, search, options)
      return recordsIn(answer, 'results').map((result) => ({
        title: textIn(result, 'title'),
        url: textIn(result, 'url'),
        snippet: textIn(result, 'content'),
      }))
    },
  }
}
