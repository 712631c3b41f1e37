import { type ClientAdapter, functionAt, requireFunction } from './client-adapter.ts'

/** `ollama`: `client.chat`. It takes no signal; a stream of it can be aborted, a plain answer is waited for in vain. */
export const ollamaClient: ClientAdapter = {
  provider: 'ollama',
  packageName: 'ollama',
  fits: (client) => functionAt(client, 'chat') !== undefined && functionAt(client, 'show') !== undefined,
  connect(client) {
    const chat = requireFunction(client, 'chat')
    return {
      generate: async (body) => chat({ ...body, stream: false }),
      async *stream(body, { signal }) {
        const events = await chat({ ...body, stream: true })
        const abort = (): void => void functionAt(events, 'abort')?.()
        signal.addEventListener('abort', abort, { once: true })
        // Aborted before the answer began: no event will say so again.
        if (signal.aborted) abort()
        try {
          yield* events as AsyncIterable<unknown>
        } finally {
          signal.removeEventListener('abort', abort)
        }
      },
    }
  },
}
