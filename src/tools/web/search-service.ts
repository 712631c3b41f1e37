import type { Lookup } from '../../network/lookup.ts'

/** One find. The words come from strangers. */
export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

export interface SearchOptions {
  readonly maxResults: number
  readonly signal: AbortSignal
}

/** What `web_search` asks. Throws ToolwrightError when there is no answer; its messages hold no key. */
export interface SearchService {
  readonly name: string
  search(query: string, options: SearchOptions): Promise<readonly SearchResult[]>
}

/** How a service is reached. */
export interface ServiceOptions {
  /** @default the resolver of the system */
  readonly lookup?: Lookup
}
