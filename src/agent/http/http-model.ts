import { setTimeout as sleep } from 'node:timers/promises'
import { createRedactor } from '../../errors/redact.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { createFrameReader } from '../../providers/framing/create-frame-reader.ts'
import type { Frame } from '../../providers/framing/framing.ts'
import { providerFormat } from '../../providers/provider.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { Model, ModelCall } from '../model.ts'
import { createAnswerFilter, readApiKey, requestHeaders, secretsOf } from './credentials.ts'
import {
  brokenBody,
  type HttpFailure,
  networkFailure,
  type RequestFacts,
  statusFailure,
  timeoutFailure,
  tooLarge,
  unreadableBody,
} from './http-failure.ts'
import { checkHttpOptions, type HttpModelOptions } from './http-options.ts'
import { createIdleTimer, type IdleTimer } from './idle-timer.ts'
import { readChunks, readText } from './read-body.ts'
import { retryDelayMs } from './retry.ts'

const DEFAULT_TIMEOUT_MS = 600_000
const DEFAULT_MAX_RETRIES = 2
const DEFAULT_MAX_BYTES = 67_108_864
const MAX_ERROR_BYTES = 65_536

/** A model reached over HTTP in the wire form of its provider, without the client of that provider. */
export function httpModel(options: HttpModelOptions): Model {
  checkHttpOptions(options)
  const format = providerFormat(options.provider)
  const { chat } = format
  if (chat === undefined) throw new ToolwrightError('OPTION_INVALID', `No model speaks ${format.title}.`)
  const { model, timeoutMs = DEFAULT_TIMEOUT_MS, maxResponseBytes = DEFAULT_MAX_BYTES } = options
  const { maxRetries = DEFAULT_MAX_RETRIES, fetch: send = fetch } = options
  const wait = options.wait ?? ((delayMs, signal) => sleep(delayMs, undefined, { signal }))
  const baseUrl = (options.baseUrl ?? chat.baseUrl).replace(/\/+$/, '')
  if (/\{\w+\}/.test(baseUrl)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      `${format.title} has an address of your own, like ${baseUrl}. Give it as \`baseUrl\`.`,
    )
  }
  const apiKey = readApiKey(options, format)
  const headers = requestHeaders(chat.headers(apiKey), options.headers ?? {})
  const secrets = secretsOf(apiKey, options.headers ?? {})
  const { hideSecrets } = createRedactor(secrets)
  const filter = createAnswerFilter(secrets)
  const factsFor = (path: string): RequestFacts => ({
    title: format.title,
    address: `${baseUrl}${path}`.split('?')[0] ?? '',
    hideKey: hideSecrets ?? ((text) => text),
  })

  /** Sends until there is an answer of 2xx. Repeats only what has delivered nothing. */
  async function request(body: JsonObject, stream: boolean, signal: AbortSignal): Promise<Exchange> {
    const path = chat?.path(model, stream) ?? ''
    const facts = factsFor(path)
    const init = {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      // A redirect could carry the key to another host.
      redirect: 'manual',
    } as const
    for (let attempt = 1; ; attempt++) {
      const tried = await attemptOnce(`${baseUrl}${path}`, init, facts, signal)
      if ('response' in tried) return tried
      const delayMs = retryDelayMs(tried, attempt, maxRetries, Math.random)
      if (delayMs === undefined) throw tried.error
      await wait(delayMs, signal)
    }
  }

  async function attemptOnce(
    url: string,
    init: RequestInit,
    facts: RequestFacts,
    signal: AbortSignal,
  ): Promise<Exchange | HttpFailure> {
    const timer = createIdleTimer(timeoutMs, signal)
    try {
      const response = await send(url, { ...init, signal: timer.signal })
      if (response.ok) return { response, timer, facts }
      const text = await readText(response, MAX_ERROR_BYTES).catch(() => undefined)
      timer.stop()
      return statusFailure(response, text ?? '', facts)
    } catch (thrown) {
      timer.stop()
      signal.throwIfAborted()
      return timer.isOver() ? timeoutFailure(timeoutMs, facts) : networkFailure(thrown, facts)
    }
  }

  /** What breaks while a body is read is told, never repeated: some of it may be with the reader. */
  function bodyError(thrown: unknown, { timer, facts }: Exchange, signal: AbortSignal): unknown {
    if (signal.aborted || ToolwrightError.is(thrown)) return thrown
    return timer.isOver() ? timeoutFailure(timeoutMs, facts).error : brokenBody(thrown, facts)
  }

  return {
    provider: options.provider,
    name: model,
    async generate(body: JsonObject, { signal }: ModelCall) {
      const exchange = await request(body, false, signal)
      const { response, timer, facts } = exchange
      try {
        const text = await readText(response, maxResponseBytes, timer.restart)
        if (text === undefined) throw tooLarge(maxResponseBytes, facts)
        // The turn parses it, with a limit on its depth; here only what is clearly no answer is told, with its address.
        if (!/^\s*[{[]/.test(text)) throw unreadableBody(text, facts)
        return filter.text(text)
      } catch (thrown) {
        throw bodyError(thrown, exchange, signal)
      } finally {
        timer.stop()
      }
    },
    async *stream(body: JsonObject, { signal }: ModelCall) {
      const exchange = await request(body, true, signal)
      const { response, timer, facts } = exchange
      try {
        if (/\bhtml\b/i.test(response.headers.get('content-type') ?? '')) {
          throw unreadableBody((await readText(response, MAX_ERROR_BYTES)) ?? '<html', facts)
        }
        const reader = createFrameReader(chat.framing, { maxBodyBytes: maxResponseBytes })
        let isEmpty = true
        for await (const bytes of readChunks(response)) {
          timer.restart()
          if (bytes.length > 0) isEmpty = false
          for (const frame of reader.push(bytes)) yield filter.event(eventOf(frame, facts))
          if (reader.isOver) break
        }
        if (isEmpty) throw unreadableBody('', facts)
        for (const frame of reader.end()) yield filter.event(eventOf(frame, facts))
      } catch (thrown) {
        throw bodyError(thrown, exchange, signal)
      } finally {
        timer.stop()
      }
    },
  }
}

/** An answer that has begun. */
interface Exchange {
  readonly response: Response
  readonly timer: IdleTimer
  readonly facts: RequestFacts
}

function eventOf(frame: Frame, facts: RequestFacts): unknown {
  if (frame.ok) return frame.event
  const { code, message, hint } = frame.problem
  throw new ToolwrightError(code, facts.hideKey(`${message} (${facts.address})`), { hint })
}
