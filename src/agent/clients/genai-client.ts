import { fieldsOf } from '../../providers/wire/read-fields.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import { type ClientAdapter, eventsOf, functionAt, requireFunction } from './client-adapter.ts'

/** `@google/genai`: `client.models.generateContent`, which takes all but the contents as one `config`. */
export const genaiClient: ClientAdapter = {
  provider: 'gemini',
  packageName: '@google/genai',
  fits: (client) => functionAt(client, 'models', 'generateContent') !== undefined,
  connect(client, { model }) {
    const generate = requireFunction(client, 'models', 'generateContent')
    const stream = requireFunction(client, 'models', 'generateContentStream')
    const parameters = (body: JsonObject, abortSignal: AbortSignal): object => {
      const { contents, generationConfig, model: _, ...rest } = body
      return { model, contents, config: { ...rest, ...fieldsOf(generationConfig), abortSignal } }
    }
    return {
      generate: async (body, { signal }) => generate(parameters(body, signal)),
      stream: (body, { signal }) => eventsOf(stream(parameters(body, signal))),
    }
  },
}
