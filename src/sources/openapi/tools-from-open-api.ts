import { checkOptions } from '../../define/check-options.ts'
import { hostList } from '../../network/host-list.ts'
import { DEFAULT_TIMEOUT_MS } from '../http/http-request.ts'
import type { OpenApiTools } from './import-document.ts'
import { OPEN_API_OPTIONS, type OpenApiOptions } from './open-api-options.ts'

/**
 * Makes a tool of each operation of an OpenAPI document (3.0, 3.1; JSON or YAML): a file, an address, or a parsed object.
 * An operation that cannot be taken over is a problem and costs no other; throws only for options that are wrong.
 */
export async function toolsFromOpenApi(
  source: string | URL | object,
  options: OpenApiOptions = {},
): Promise<OpenApiTools> {
  checkOptions('toolsFromOpenApi', options, OPEN_API_OPTIONS)
  const { allowHosts = [], timeoutMs = DEFAULT_TIMEOUT_MS } = options
  hostList(allowHosts)
  const { importSource } = await import('./import-document.ts') // loaded when the first document comes
  return importSource(source, options, { allowHosts, timeoutMs })
}
