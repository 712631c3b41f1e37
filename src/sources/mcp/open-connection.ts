import { pathToFileURL } from 'node:url'
import type * as McpClient from '@modelcontextprotocol/client'
import type {
  Client,
  ClientContext,
  JsonSchemaValidator,
  ListToolsResult,
} from '@modelcontextprotocol/client'
import { isAbsolute } from 'node:path'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { WireElicitAnswer } from './elicitation.ts'
import { limitedFetch } from './limited-fetch.ts'
import { keepListening } from './keep-listening.ts'
import { type ListedTools, listTools } from './list-tools.ts'
import type { McpSettings } from './mcp-options.ts'
import { createStdioTransport, type StdioTransport } from './stdio-transport.ts'
import { tapTransport } from './tap-transport.ts'

type Library = typeof McpClient

/** What a server says of itself. */
export interface McpServerInfo {
  readonly name: string
  readonly version: string
  readonly protocolVersion: string
  /** How it wants to be used: words of the server, not of the host. */
  readonly instructions: string | undefined
}

/** A connection that has shaken hands. */
export interface McpConnection {
  readonly client: Client
  readonly server: McpServerInfo
  listTools(signal: AbortSignal): Promise<ListedTools>
  /** Rejects when nobody is there any more. */
  ping(timeoutMs: number): Promise<void>
  /** What the program said last; empty of a server elsewhere. */
  lastWords(): string
  close(): Promise<void>
}

/** Who hears of what happens on a connection. */
export interface ConnectionListeners {
  /** Over, and not because it was closed here. */
  onLost(reason: string): void
  /** Something went wrong that may or may not be the end. */
  onTrouble(message: string): void
  onListChanged(): void
  /** What a server wants that this host does not do. */
  onRefused(message: string): void
  elicit(message: string, requestedSchema: JsonSchema, signal: AbortSignal): Promise<WireElicitAnswer>
}

/** How far a failed attempt came. */
export class ConnectError extends Error {
  /** Whether trying again is of no use. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

// Long for an answer, short for a person: a program that keeps silent when asked for its version is an old one.
const PROBE_MS = 5_000
const MAX_REASON_CHARACTERS = 600
const FINAL_CODES: ReadonlySet<unknown> = new Set([
  'ENOENT', // no such program
  'EACCES',
  'CLIENT_HTTP_AUTHENTICATION',
  'CLIENT_HTTP_FORBIDDEN',
])

/** Opens a connection and shakes hands; throws a {@link ConnectError}. `memory` keeps what an attempt has learnt. */
export async function openConnection(
  settings: McpSettings,
  listeners: ConnectionListeners,
  signal: AbortSignal,
  memory: { isOld: boolean },
): Promise<McpConnection> {
  const library = await import('@modelcontextprotocol/client')
  if (settings.protocol !== 'auto' || memory.isOld) {
    return open(library, settings, listeners, signal, memory.isOld || settings.protocol === '2025')
  }
  try {
    const connection = await open(library, settings, listeners, signal, false)
    memory.isOld = connection.client.getProtocolEra() === 'legacy'
    return connection
  } catch (thrown) {
    // Old programs end when they are asked for their version before the handshake; a new process gets the handshake.
    if (!(thrown instanceof EndedAtProbe) || signal.aborted) throw thrown
    const connection = await open(library, settings, listeners, signal, true)
    memory.isOld = true
    return connection
  }
}

class EndedAtProbe extends ConnectError {}

async function open(
  library: Library,
  settings: McpSettings,
  listeners: ConnectionListeners,
  signal: AbortSignal,
  isOld: boolean,
): Promise<McpConnection> {
  const { reach, protocol, connectTimeoutMs, maxMessageBytes } = settings
  const program = reach.kind === 'stdio' ? createStdioTransport(reach, maxMessageBytes) : undefined
  const inner =
    program ??
    (reach.kind === 'http'
      ? new library.StreamableHTTPClientTransport(reach.url, {
          requestInit: { headers: reach.headers },
          fetch: limitedFetch(maxMessageBytes),
        })
      : undefined)
  if (inner === undefined) throw new ConnectError('there is no way to reach the server', true)
  const { transport, takePage } = tapTransport(inner)
  const client = createClient(library, settings, listeners)
  const ending = new AbortController()
  let phase: 'opening' | 'open' | 'closed' = 'opening'

  const listening: Pick<Client, 'onerror' | 'onclose'> = {
    onerror(error) {
      if (phase !== 'closed') listeners.onTrouble(error.message.slice(0, MAX_REASON_CHARACTERS))
    },
    onclose() {
      ending.abort()
      if (phase === 'open') listeners.onLost(endingOf(program))
      phase = 'closed'
    },
  }
  Object.assign(client, listening)
  const stop = (): void => void inner.close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect(transport, {
      timeout: connectTimeoutMs,
      signal,
      ...(isOld ? { prior: { kind: 'legacy' as const } } : {}),
    })
    if (signal.aborted) throw new Error('it was closed')
  } catch (thrown) {
    phase = 'closed'
    const hasEnded = program?.ending() !== undefined
    await inner.close().catch(() => undefined)
    throw explain(thrown, program, hasEnded, !isOld && protocol === 'auto')
  } finally {
    signal.removeEventListener('abort', stop)
  }
  phase = 'open'
  void keepListening(client, settings, listeners, ending.signal)
  const { name = settings.name, version = '' } = client.getServerVersion() ?? {}

  return {
    client,
    server: {
      name,
      version,
      protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
      instructions: client.getInstructions(),
    },
    async listTools(listSignal) {
      if (client.getServerCapabilities()?.tools === undefined) return { listed: [], problems: [] }
      return listTools(async (cursor) => {
        const params = cursor === undefined ? {} : { cursor }
        const { nextCursor }: ListToolsResult = await client.request(
          { method: 'tools/list', params },
          { signal: listSignal, timeout: connectTimeoutMs },
        )
        return { tools: takePage(), nextCursor }
      }, settings)
    },
    async ping(timeoutMs) {
      if (client.getProtocolEra() === 'modern') await client.discover({ timeout: timeoutMs })
      else await client.ping({ timeout: timeoutMs })
    },
    lastWords: () => program?.stderrTail() ?? '',
    async close() {
      phase = 'closed'
      ending.abort()
      await client.close()
    },
  }
}

function createClient(library: Library, settings: McpSettings, listeners: ConnectionListeners): Client {
  const { protocol, roots, connectTimeoutMs } = settings
  const client = new library.Client(
    { name: 'toolwright', version: '1' },
    {
      capabilities: { elicitation: { form: {} }, ...(roots === undefined ? {} : { roots: {} }) },
      versionNegotiation: {
        mode: protocol === '2025' ? 'legacy' : protocol === 'auto' ? 'auto' : { pin: protocol },
        probe: { timeoutMs: Math.min(PROBE_MS, connectTimeoutMs / 3) },
      },
      // Output schemas are ours to enforce; a second engine would compile what a server chose.
      jsonSchemaValidator: {
        getValidator<Value>(): JsonSchemaValidator<Value> {
          return (input) => ({ valid: true, data: input as Value, errorMessage: undefined })
        },
      },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 0, onChanged: () => listeners.onListChanged() },
      },
    },
  )
  client.setRequestHandler('elicitation/create', async ({ params }, context: ClientContext) => {
    // Ours is declared for forms only; the library has refused the others.
    if (!('requestedSchema' in params)) return { action: 'cancel' as const }
    const schema = params.requestedSchema as JsonSchema
    const answer = await listeners.elicit(params.message, schema, context.mcpReq.signal)
    return answer as { action: 'cancel' }
  })
  if (roots !== undefined) {
    const list = roots.map((root) => ({ uri: isAbsolute(root) ? pathToFileURL(root).href : root }))
    client.setRequestHandler('roots/list', () => ({ roots: list }))
  }
  client.fallbackRequestHandler = ({ method }) => {
    listeners.onRefused(`the server asks for \`${method.slice(0, 64)}\`, which this host does not do`)
    const message = `Toolwright does not answer ${method.slice(0, 64)}: a server here gives tools and may ask forms, nothing else`
    throw new library.ProtocolError(library.ProtocolErrorCode.MethodNotFound, message)
  }
  return client
}

function explain(
  thrown: unknown,
  program: StdioTransport | undefined,
  hasEnded: boolean,
  wasProbed: boolean,
): ConnectError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const code: unknown = Reflect.get(error, 'code')
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  const said =
    cause === undefined || error.message.includes(cause) ? error.message : `${error.message}: ${cause}`
  const reason = (hasEnded ? endingOf(program) : said).slice(0, MAX_REASON_CHARACTERS)
  if (hasEnded && wasProbed) return new EndedAtProbe(reason, false)
  return new ConnectError(reason, FINAL_CODES.has(code) || error.name === 'UnauthorizedError')
}

function endingOf(program: StdioTransport | undefined): string {
  if (program === undefined) return 'the connection ended'
  const words = program.stderrTail()
  const ending = program.ending() ?? 'it closed its output'
  return words === '' ? ending : `${ending}; it last said: ${words}`
}
