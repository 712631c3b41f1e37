import assert from 'node:assert/strict'

/** What a fake server does with one request. */
export type Reaction = Response | Error | ((init: RequestInit) => Response | Promise<Response>)

interface SentRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
  readonly redirect: RequestInit['redirect']
}

/** A fetch that reacts to each request in turn and keeps what it was sent. */
export function fakeFetch(...reactions: readonly Reaction[]) {
  const requests: SentRequest[] = []
  const send: typeof fetch = async (url, init = {}) => {
    const reaction =
      reactions[requests.length] ?? assert.fail(`nobody expects request ${requests.length + 1}`)
    requests.push({
      url: url as string,
      headers: new Headers(init.headers),
      body: JSON.parse(init.body as string),
      redirect: init.redirect,
    })
    if (reaction instanceof Error) throw reaction
    return typeof reaction === 'function' ? reaction(init) : reaction
  }
  return { fetch: send, requests }
}

/** Waits for nothing, and keeps how long it should have waited. */
export function fakeWait() {
  const delays: number[] = []
  return { delays, wait: async (delayMs: number): Promise<void> => void delays.push(delayMs) }
}

export const json = (value: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(value), init)

/** A body of these pieces; an error among them breaks it off. */
export function piecewise(
  pieces: readonly (string | Uint8Array | Error)[],
  init: ResponseInit = {},
): Response {
  const encoder = new TextEncoder()
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[next++]
      if (piece === undefined) controller.close()
      else if (piece instanceof Error) controller.error(piece)
      else controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
    },
  })
  return new Response(body, init)
}

/** Says nothing until the request is given up. */
export const silence = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

export async function collect(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const event of events) all.push(event)
  return all
}
