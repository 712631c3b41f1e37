// Conversations through the official clients, each with the few lines that a program would write around its client.
import { ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { toCamelCase, toSnakeCase } from '../../src/agent/clients/letter-case.ts'
import type { JsonObject } from '../../src/schema/json-schema.ts'
import {
  createAnthropicClient,
  createBedrockClient,
  createCohereClient,
  createGenaiClient,
  createMistralClient,
  createOllamaClient,
  createOpenAiClient,
} from './client-objects.ts'
import { type Body, MODEL } from './fake-provider/wire-format.ts'
import { QUESTION } from './scenario.ts'

/** One conversation with a provider through its own client. */
export interface OfficialClient {
  readonly provider: string
  /** The question in the provider's own form. */
  readonly question: JsonObject
  connect(url: string): {
    plain(history: readonly JsonObject[], tools: JsonObject): Promise<unknown>
    stream(history: readonly JsonObject[], tools: JsonObject): Promise<AsyncIterable<unknown>>
  }
}

const SIMPLE_QUESTION = { role: 'user', content: QUESTION }

export const OFFICIAL_CLIENTS: readonly OfficialClient[] = [
  {
    provider: 'openai',
    question: SIMPLE_QUESTION,
    connect(url) {
      const { completions } = createOpenAiClient(url).chat
      const body = (messages: Body, tools: Body): Body => ({ model: MODEL, messages, ...tools })
      return {
        plain: (history, tools) => completions.create(body(history, tools)),
        stream: async (history, tools) =>
          completions.create({ ...body(history, tools), stream: true }) as Body,
      }
    },
  },
  {
    provider: 'openai-responses',
    question: SIMPLE_QUESTION,
    connect(url) {
      const { responses } = createOpenAiClient(url)
      const body = (input: Body, tools: Body): Body => ({ model: MODEL, input, ...tools })
      return {
        plain: (history, tools) => responses.create(body(history, tools)),
        stream: async (history, tools) => responses.create({ ...body(history, tools), stream: true }) as Body,
      }
    },
  },
  {
    provider: 'anthropic',
    question: SIMPLE_QUESTION,
    connect(url) {
      const { messages: client } = createAnthropicClient(url)
      const body = (messages: Body, tools: Body): Body => ({
        model: MODEL,
        max_tokens: 500,
        messages,
        ...tools,
      })
      return {
        plain: (history, tools) => client.create(body(history, tools)),
        stream: async (history, tools) => client.create({ ...body(history, tools), stream: true }) as Body,
      }
    },
  },
  {
    provider: 'gemini',
    question: { role: 'user', parts: [{ text: QUESTION }] },
    connect(url) {
      const { models } = createGenaiClient(url)
      const body = (contents: Body, config: Body): Body => ({ model: MODEL, contents, config })
      return {
        plain: (history, tools) => models.generateContent(body(history, tools)),
        stream: (history, tools) => models.generateContentStream(body(history, tools)),
      }
    },
  },
  {
    provider: 'ollama',
    question: SIMPLE_QUESTION,
    connect(url) {
      const client = createOllamaClient(url)
      const body = (messages: Body, tools: Body): Body => ({ model: MODEL, messages, ...tools })
      return {
        plain: (history, tools) => client.chat({ ...body(history, tools), stream: false }),
        stream: (history, tools) => client.chat({ ...body(history, tools), stream: true }) as Body,
      }
    },
  },
  {
    provider: 'mistral',
    question: SIMPLE_QUESTION,
    connect(url) {
      const { chat } = createMistralClient(url)
      const body = (messages: Body, tools: Body): Body => toCamelCase({ model: MODEL, messages, ...tools })
      return {
        plain: async (history, tools) => toSnakeCase(await chat.complete(body(history, tools))),
        async stream(history, tools) {
          return spelledAsSent(await chat.stream(body(history, tools)), ({ data }) => data)
        },
      }
    },
  },
  {
    provider: 'cohere',
    question: SIMPLE_QUESTION,
    connect(url) {
      const client = createCohereClient(url)
      const body = (messages: Body, tools: Body): Body => toCamelCase({ model: MODEL, messages, ...tools })
      return {
        plain: async (history, tools) => toSnakeCase(await client.chat(body(history, tools))),
        async stream(history, tools) {
          return spelledAsSent(await client.chatStream(body(history, tools)), (event) => event)
        },
      }
    },
  },
  {
    provider: 'bedrock',
    question: { role: 'user', content: [{ text: QUESTION }] },
    connect(url) {
      const client = createBedrockClient(url)
      const body = (messages: Body, tools: Body): Body => ({ modelId: MODEL, messages, ...tools })
      return {
        plain: (history, tools) => client.send(new ConverseCommand(body(history, tools))),
        async stream(history, tools) {
          const { stream } = await client.send(new ConverseStreamCommand(body(history, tools)))
          if (stream === undefined) throw new Error('Bedrock gave no stream.')
          return stream
        },
      }
    },
  },
]

/** The events of a client that writes in camel case, as they were on the wire. */
async function* spelledAsSent<Event>(
  events: AsyncIterable<Event>,
  open: (event: Event) => unknown,
): AsyncGenerator {
  for await (const event of events) yield toSnakeCase(open(event))
}
