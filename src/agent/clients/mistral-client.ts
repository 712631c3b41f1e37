import { fieldsOf } from '../../providers/wire/read-fields.ts'
import { type ClientAdapter, eventsOf, functionAt, requireFunction } from './client-adapter.ts'
import { toCamelCase, toSnakeCase } from './letter-case.ts'

/** `@mistralai/mistralai`: `client.chat.complete` and `client.chat.stream`, in camel case. */
export const mistralClient: ClientAdapter = {
  provider: 'mistral',
  packageName: '@mistralai/mistralai',
  fits: (client) => functionAt(client, 'chat', 'complete') !== undefined,
  connect(client) {
    const complete = requireFunction(client, 'chat', 'complete')
    const stream = requireFunction(client, 'chat', 'stream')
    return {
      generate: async (body, { signal }) =>
        toSnakeCase(await complete(toCamelCase(body), { fetchOptions: { signal } })),
      async *stream(body, { signal }) {
        const events = eventsOf(stream(toCamelCase(body), { fetchOptions: { signal } }))
        for await (const event of events) yield toSnakeCase(fieldsOf(event)['data'])
      },
    }
  },
}
