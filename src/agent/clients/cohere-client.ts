import { type ClientAdapter, eventsOf, functionAt, requireFunction } from './client-adapter.ts'
import { toCamelCase, toSnakeCase } from './letter-case.ts'

/** `cohere-ai`, version 2 of its API: `client.chat` of a CohereClientV2, or `client.v2.chat`; in camel case. */
export const cohereClient: ClientAdapter = {
  provider: 'cohere',
  packageName: 'cohere-ai',
  fits: (client) => functionAt(client, 'chatStream') !== undefined,
  connect(client) {
    const path = functionAt(client, 'v2', 'chat') === undefined ? [] : ['v2']
    const chat = requireFunction(client, ...path, 'chat')
    const chatStream = requireFunction(client, ...path, 'chatStream')
    return {
      generate: async (body, { signal }) =>
        toSnakeCase(await chat(toCamelCase(body), { abortSignal: signal })),
      async *stream(body, { signal }) {
        for await (const event of eventsOf(chatStream(toCamelCase(body), { abortSignal: signal }))) {
          yield toSnakeCase(event)
        }
      },
    }
  },
}
