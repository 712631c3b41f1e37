import type { ClosureImplementation } from '../../define/tool.ts'
import { hashCanonical } from '../../schema/hash.ts'
import type { HttpPorts, HttpRequest } from './http-request.ts'

/** What runs an HTTP tool: trusted code of ours, bound to its data, so that an approval of one request is none of another. */
export function httpImplementation<Arguments>(
  request: HttpRequest,
  ports: HttpPorts,
): ClosureImplementation<Arguments> {
  return {
    kind: 'closure',
    fingerprint: hashCanonical(request),
    run: async (args, context) => {
      const { callHttp } = await import('./call-http.ts') // loaded when the first call is made
      return callHttp(request, Object(args) as Readonly<Record<string, unknown>>, context, ports)
    },
  }
}
