import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { fieldsOf } from '../../providers/wire/read-fields.ts'
import { MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import {
  type BedrockCommands,
  type ClientAdapter,
  eventsOf,
  functionAt,
  requireFunction,
} from './client-adapter.ts'

/** `@aws-sdk/client-bedrock-runtime`: `client.send(new ConverseCommand(body))`. Bytes are arrays there, base64 here. */
export const bedrockClient: ClientAdapter = {
  provider: 'bedrock',
  packageName: '@aws-sdk/client-bedrock-runtime',
  fits: (client) => functionAt(client, 'send') !== undefined,
  connect(client, { model, commands }) {
    const send = requireFunction(client, 'send')
    const { ConverseCommand, ConverseStreamCommand } = requireCommands(commands)
    const input = (body: object): never => ({ ...(withBytes(body, 0) as object), modelId: model }) as never
    return {
      generate: async (body, { signal }) =>
        withBase64(await send(new ConverseCommand(input(body)), { abortSignal: signal }), 0),
      async *stream(body, { signal }) {
        if (ConverseStreamCommand === undefined) throw missingCommand('ConverseStreamCommand')
        const answer = await send(new ConverseStreamCommand(input(body)), { abortSignal: signal })
        const events = eventsOf((answer as { readonly stream?: unknown }).stream)
        for await (const event of events) yield withBase64(event, 0)
      },
    }
  },
}

function requireCommands(commands: BedrockCommands | undefined): BedrockCommands {
  if (typeof fieldsOf(commands)['ConverseCommand'] !== 'function' || commands === undefined) {
    throw missingCommand('ConverseCommand')
  }
  return commands
}

function missingCommand(name: string): ToolwrightError {
  return new ToolwrightError(
    'OPTION_INVALID',
    `The client of AWS needs \`commands: { ConverseCommand, ConverseStreamCommand }\` of its package; \`${name}\` is missing.`,
  )
}

const BINARY: ReadonlySet<string> = new Set(['bytes', 'redactedContent'])
/** What belongs to a tool: a parameter may well be called `bytes`. */
const OPAQUE: ReadonlySet<string> = new Set(['input', 'json', 'inputSchema'])
const MAX_DEPTH = 64

function withBytes(value: unknown, depth: number): unknown {
  return mapFields(value, depth, (key, item) => {
    if (OPAQUE.has(key)) return item
    const isBinary = BINARY.has(key) && typeof item === 'string'
    return isBinary ? new Uint8Array(Buffer.from(item, 'base64')) : withBytes(item, depth + 1)
  })
}

function withBase64(value: unknown, depth: number): unknown {
  return mapFields(value, depth, (key, item) => {
    if (OPAQUE.has(key)) return withNumbers(item, 0)
    return item instanceof Uint8Array ? Buffer.from(item).toString('base64') : withBase64(item, depth + 1)
  })
}

/** The client keeps digits that a number would lose, as a bigint or an object of its own; JSON has numbers only. */
function withNumbers(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (isKeptDecimal(value)) return Number(value.string)
  return mapFields(value, depth, (_, item) => withNumbers(item, depth + 1), MAX_JSON_DEPTH)
}

/** A plain object of these fields is what a model wrote: it stays. */
function isKeptDecimal(value: unknown): value is { readonly string: string } {
  const { type, string: digits } = fieldsOf(value)
  if (type !== 'bigDecimal' || typeof digits !== 'string') return false
  return Object.getPrototypeOf(value) !== Object.prototype
}

function mapFields(
  value: unknown,
  depth: number,
  change: (key: string, item: unknown) => unknown,
  maxDepth = MAX_DEPTH,
): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => change('', item))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(key, item)]))
}
