import type { ToolContext } from '../../define/tool-context.ts'
import { createRedactor } from '../../errors/redact.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { guardedFetch } from '../../network/guarded-fetch.ts'
import { hostList } from '../../network/host-list.ts'
import { toolError, type ToolOutput } from '../../results/content.ts'
import { buildBody } from './build-body.ts'
import { buildHeaders } from './build-headers.ts'
import { buildUrl } from './build-url.ts'
import type { HttpPorts, HttpRequest } from './http-request.ts'
import { isRepeatable, readAnswer } from './read-answer.ts'
import { readSecrets, type Secrets, spellings } from './secret-references.ts'

const CURE = 'The operator may allow `{host}` in the `allowHosts` of this tool.'

/** Makes one call. What the model can mend is a failure that says so; what the operator must mend is thrown. */
export async function callHttp(
  request: HttpRequest,
  args: Readonly<Record<string, unknown>>,
  context: Pick<ToolContext, 'signal'>,
  ports: HttpPorts = {},
): Promise<ToolOutput> {
  const secrets = readSecrets(ports.environment ?? process.env)
  const headers = buildHeaders(request, args, secrets)
  if (!headers.ok) return toolError(headers.message)
  const query = Object.entries(request.query).map(([name, value]) => [name, secrets.fill(value)] as const)
  const url = buildUrl(request, args, Object.fromEntries(query))
  if (!url.ok) return toolError(url.message)
  const body = buildBody(request, args)
  if (!body.ok) return toolError(body.message)
  const answer = await guardedFetch(url.url, {
    method: request.method,
    headers: {
      ...headers.headers,
      ...(body.contentType === undefined ? {} : { 'content-type': body.contentType }),
    },
    ...(body.content === undefined ? {} : { body: body.content }),
    only: hostList(request.hosts),
    allow: hostList(request.allowHosts),
    timeoutMs: request.timeoutMs,
    maxBytes: request.maxResponseBytes,
    signal: context.signal,
    cures: { unlisted: CURE, closed: CURE },
  })
  const hide = hiderOf(secrets)
  if (!answer.ok) return tellFailure(answer.error, request.method, hide)
  return readAnswer(answer.value, request.method, hide)
}

/** Servers show requests in their answers, some whole; what they were trusted with goes no further. */
function hiderOf({ seen }: Secrets): (text: string) => string {
  return createRedactor(seen.flatMap(spellings)).hideSecrets ?? ((text) => text)
}

/** A failure on the way. A person must allow what was blocked; the rest the model may try again, where that does no harm. */
function tellFailure(error: ToolwrightError, method: string, hide: (text: string) => string): ToolOutput {
  const { code, details } = error
  const message = hide(error.message)
  if (code !== 'EXECUTE_FAILED') throw new ToolwrightError(code, message, { hint: hide(error.hint), details })
  // Without an answer nobody knows whether it was done.
  const retryable = details['retryable'] === true && (isRepeatable(method) || details['reason'] === 'dns')
  return toolError(message, { retryable, details: { reason: details['reason'] } })
}
