import type { ProviderFormat } from '../../providers/provider-format.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { Model } from '../model.ts'

/** What an adapter needs beside the client. */
export interface ClientOptions {
  /** The name of the model, as the provider calls it. */
  readonly model: string
  /**
   * Where a client speaks several wire forms, or to another server: `openai-responses`, `groq`, a format of your own.
   * @default by the shape of the client
   */
  readonly provider?: string | ProviderFormat | undefined
  /** For the client of AWS, which takes commands: `{ ConverseCommand, ConverseStreamCommand }` of the same package. */
  readonly commands?: BedrockCommands | undefined
}

/** The command classes of `@aws-sdk/client-bedrock-runtime`. */
export interface BedrockCommands {
  readonly ConverseCommand: new (input: never) => unknown
  readonly ConverseStreamCommand?: new (input: never) => unknown
}

/** How the official client of one provider is asked. Only what is used of the client is looked at. */
export interface ClientAdapter {
  /** The id of the provider. */
  readonly provider: string
  /** For the message that lists what is known. */
  readonly packageName: string
  fits(client: object): boolean
  connect(client: object, options: ClientOptions): Required<Pick<Model, 'generate' | 'stream'>>
}

/** A function of a client, whatever its parameters. */
export type ClientFunction = (...parameters: unknown[]) => unknown

/** The function at a path of a client, bound to where it stands; undefined when there is none. */
export function functionAt(client: unknown, ...path: readonly string[]): ClientFunction | undefined {
  let owner: unknown
  let found: unknown = client
  for (const name of path) {
    owner = found
    if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null) return undefined
    found = (owner as Readonly<Record<string, unknown>>)[name]
  }
  return typeof found === 'function' ? (found.bind(owner) as ClientFunction) : undefined
}

/** The same where `fits` has seen it. */
export function requireFunction(client: unknown, ...path: readonly string[]): ClientFunction {
  const found = functionAt(client, ...path)
  if (found === undefined) throw new TypeError(`The client has no ${path.join('.')}.`)
  return found
}

/** What a client gave as a stream, or a promise of one. */
export async function* eventsOf(stream: unknown): AsyncGenerator {
  yield* (await stream) as AsyncIterable<unknown>
}

/** An adapter for a client that takes our body as it is, and a signal beside it. */
export function plainAdapter(
  provider: string,
  packageName: string,
  ...path: readonly string[]
): ClientAdapter {
  return {
    provider,
    packageName,
    fits: (client) => functionAt(client, ...path) !== undefined,
    connect(client) {
      const create = requireFunction(client, ...path)
      const ask = (body: JsonObject, signal: AbortSignal): unknown => create(body, { signal })
      return {
        generate: async (body, { signal }) => ask(body, signal),
        stream: (body, { signal }) => eventsOf(ask(body, signal)),
      }
    },
  }
}
