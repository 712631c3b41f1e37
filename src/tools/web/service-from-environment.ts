import { brave } from './brave.ts'
import type { SearchService, ServiceOptions } from './search-service.ts'
import { searxng } from './searxng.ts'

/** The service that the environment names: `TOOLWRIGHT_SEARXNG_URL`, otherwise `BRAVE_API_KEY`. */
export function serviceFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  options: ServiceOptions = {},
): SearchService | undefined {
  const { TOOLWRIGHT_SEARXNG_URL: url, BRAVE_API_KEY: apiKey } = environment
  if (url !== undefined && url !== '') return searxng({ ...options, url })
  return apiKey === undefined || apiKey === '' ? undefined : brave({ ...options, apiKey })
}
