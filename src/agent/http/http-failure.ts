import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { fieldsOf, textOf } from '../../providers/wire/read-fields.ts'
import { quoteText } from '../../schema/show-value.ts'
import { type Failure, isRetryableStatus, readRetryAfter } from './retry.ts'

/** A failure with the error to throw when it is not tried again. */
export interface HttpFailure extends Failure {
  readonly error: ToolwrightError
}

const MAX_MESSAGE_CHARACTERS = 500

/** What is known of a request, for messages. */
export interface RequestFacts {
  /** The name of the provider, for people. */
  readonly title: string
  /** Without query: it may hold a key. */
  readonly address: string
  hideKey(text: string): string
}

/** A status that is not 2xx. */
export function statusFailure(response: Response, body: string, facts: RequestFacts): HttpFailure {
  const { status, headers } = response
  const message = facts.hideKey(providerMessage(body)).slice(0, MAX_MESSAGE_CHARACTERS)
  const retryable = isRetryableStatus(status)
  const said = message === '' ? '' : `: ${message}`
  const error = new ToolwrightError(
    'PROVIDER_ERROR',
    `${facts.title} answered ${status}${said} (${facts.address})`,
    {
      hint: hintFor(status),
      details: { status, retryable, address: facts.address, ...(message === '' ? {} : { message }) },
    },
  )
  return { error, retryable, retryAfterMs: readRetryAfter(headers.get('retry-after'), Date.now()) }
}

function hintFor(status: number): string {
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? REDIRECT_HINT : (STATUS_HINTS.get(status) ?? 'Read the message of the provider.')
}

const REDIRECT_HINT =
  'Redirects are not followed: they could carry the API key to another host. Give the address that answers as `baseUrl`.'

const STATUS_HINTS: ReadonlyMap<number, string> = new Map([
  [
    401,
    'Check the API key: option `apiKey`, or the environment variable, which goes to the host of the provider only.',
  ],
  [403, 'Check what the API key may do.'],
  [404, 'Check the name of the model and `baseUrl`.'],
  [429, 'Ask less often, or raise the limit at the provider.'],
])

/** No answer at all. */
export function networkFailure(thrown: unknown, facts: RequestFacts): HttpFailure {
  const what = `${facts.title} could not be reached at ${facts.address}`
  return { error: connectionError(thrown, what, facts), retryable: true }
}

/** An answer that broke off. */
export function brokenBody(thrown: unknown, facts: RequestFacts): ToolwrightError {
  return connectionError(thrown, `The answer of ${facts.title} broke off (${facts.address})`, facts)
}

function connectionError(thrown: unknown, what: string, facts: RequestFacts): ToolwrightError {
  const { cause, message } = fieldsOf(thrown)
  // fetch says "fetch failed"; why is in its cause, and may be a list of tries without a message.
  const { message: inner, code } = fieldsOf(cause)
  const why = textOf(inner) || textOf(code) || textOf(message) || 'the connection failed'
  const shown = facts.hideKey(why)
  return new ToolwrightError('PROVIDER_ERROR', `${what}: ${shown.slice(0, MAX_MESSAGE_CHARACTERS)}`, {
    hint: 'Check the address and the network.',
    details: { retryable: true, address: facts.address },
    // Whoever logs an error logs its cause.
    ...(shown === why ? { cause: thrown } : {}),
  })
}

export function timeoutFailure(timeoutMs: number, facts: RequestFacts): HttpFailure {
  const text = `${facts.title} did not answer within ${timeoutMs}ms (${facts.address})`
  const details = { retryable: true, address: facts.address, timeoutMs }
  const hint = 'Raise `timeoutMs` of `httpModel`, or ask for less.'
  return { error: new ToolwrightError('PROVIDER_ERROR', text, { hint, details }), retryable: true }
}

/** A body that is no answer although the status is fine: commonly a wrong address. */
export function unreadableBody(body: string, facts: RequestFacts): ToolwrightError {
  const start = body.slice(0, 200).trim()
  const what =
    start === ''
      ? 'an empty body'
      : /^<(?:!doctype|html|\?xml)/i.test(start)
        ? 'a web page'
        : quoteText(facts.hideKey(start))
  return new ToolwrightError(
    'RESPONSE_UNREADABLE',
    `${facts.address} gave ${what} where an answer of ${facts.title} was expected.`,
    {
      details: { address: facts.address },
    },
  )
}

export function tooLarge(maxBytes: number, facts: RequestFacts): ToolwrightError {
  return new ToolwrightError(
    'RESPONSE_TOO_LARGE',
    `The answer of ${facts.address} is larger than ${maxBytes} bytes.`,
  )
}

/** The words of the provider, wherever it puts them. */
function providerMessage(body: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    const text = body.trim()
    return text.startsWith('<') ? 'a web page' : text
  }
  const { error, message, detail } = fieldsOf(Array.isArray(parsed) ? parsed[0] : parsed)
  return textOf(fieldsOf(error)['message']) ?? textOf(error) ?? textOf(message) ?? textOf(detail) ?? ''
}
