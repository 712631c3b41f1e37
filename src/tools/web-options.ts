import type { Lookup } from '../network/lookup.ts'
import type { SearchService } from './web/search-service.ts'

/** How the built-in web tools reach the network. */
export interface WebOptions {
  /** Hosts that may be fetched although their address is private: `wiki.internal`, `*.corp.example:8080`. @default none */
  readonly allowHosts?: readonly string[] | undefined
  /** What `web_search` asks. @default `TOOLWRIGHT_SEARXNG_URL` or `BRAVE_API_KEY` of the environment */
  readonly search?: SearchService | undefined
  /** Resolves names. @default the resolver of the system */
  readonly lookup?: Lookup | undefined
  /** What `web_fetch` says it is. @default 'Toolwright' */
  readonly userAgent?: string | undefined
}
