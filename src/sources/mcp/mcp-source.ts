// Tools of a server that speaks the Model Context Protocol. Comes in: a program to start or an address. Goes out: tools
// that follow the server, and a state that never hides that it is gone. Never here: trust in what a server says of its
// tools, or a list that is empty because nobody answered.
import type { Tool } from '../../define/tool.ts'
import type { Problem } from '../../errors/problem.ts'
import { createRedactor } from '../../errors/redact.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { createEmitter, type Emitter } from '../../observe/event-emitter.ts'
import type { DefinitionNote } from '../../validate/rule.ts'
import { callTool } from './call-tool.ts'
import { diffTools, type ToolChanges } from './diff-tools.ts'
import { answerElicitation } from './elicitation.ts'
import { importMcpTools, type McpTool } from './import-mcp-tools.ts'
import { keepConnected, type Keeper, type McpState } from './keep-connected.ts'
import { createProblemLog, type McpProblem, mcpProblem } from './mcp-problem.ts'
import type { McpSettings } from './mcp-options.ts'
import {
  ConnectError,
  type ConnectionListeners,
  type McpConnection,
  type McpServerInfo,
  openConnection,
} from './open-connection.ts'
import { secretsOf, serverIdentity } from './server-identity.ts'
import type { ToolRecord } from './tool-record.ts'

export interface McpEvents {
  'state-changed': McpState
  /** Names that the tools have here. A changed one has another hash: what was approved of the old one holds no more. */
  'tools-changed': ToolChanges
}

/** A server as a source of tools, connected again whenever it is lost. */
export interface McpSource {
  /** `mcp:<name>`, as in the origin of its tools. */
  readonly source: string
  readonly name: string
  readonly state: McpState
  /** Who answered last; undefined until somebody has. */
  readonly server: McpServerInfo | undefined
  /** The tools as last listed; while the server is gone they stay, and calls fail with the reason. */
  tools(): readonly Tool[]
  /** Tools that could not be taken over, and what has gone wrong since. */
  problems(): readonly McpProblem[]
  /** What was mended in the definition of a tool, by our name. */
  notes(toolName: string): readonly DefinitionNote[]
  on: Emitter<McpEvents>['on']
  /** Lists again now; where there is no connection, tries to get one. */
  refresh(): Promise<void>
  /** Ends the connection, and the program with everything it has started. */
  close(): Promise<void>
}

// Servers tell of each of ten tools they add; and one that tells without end is asked ten times a second at most.
const RELIST_DELAY_MS = 100
const PING_MS = 5_000
const PING_EVERY_MS = 1_000

/** Makes the source and starts its first attempt, which `ready` waits for. */
export function createMcpSource(settings: McpSettings): {
  readonly source: McpSource
  readonly ready: Promise<void>
} {
  const { name } = settings
  const redactor = createRedactor(secretsOf(settings.reach))
  const hideSecrets = redactor.hideSecrets ?? ((text: string) => text)
  const events = createEmitter<McpEvents>({
    owner: 'An MCP source',
    names: ['state-changed', 'tools-changed'],
    onError: (thrown, event) => say(`a listener of \`${event}\` threw: ${messageOf(thrown)}`),
  })
  const log = createProblemLog()
  const memory = { isOld: false }
  const callNames = new Map<object, string>()
  let tools: readonly McpTool[] = []
  let listProblems: readonly Problem[] = []
  let server: McpServerInfo | undefined
  let asking = 0
  let relistTimer: NodeJS.Timeout | undefined
  let listing: Promise<void> | undefined
  let lastPingMs = -Infinity

  function say(message: string): void {
    log.add(mcpProblem('SOURCE_UNAVAILABLE', hideSecrets(message)))
  }

  const listeners: ConnectionListeners = {
    onLost: (reason) => keeper.lost(hideSecrets(reason)),
    onTrouble(message) {
      say(`the connection has trouble: ${message}`)
      void checkAlive()
    },
    onListChanged() {
      relistTimer ??= setTimeout(() => {
        relistTimer = undefined
        void relist().catch(() => undefined)
      }, RELIST_DELAY_MS)
    },
    onRefused: say,
    async elicit(message, requestedSchema, signal) {
      const [only] = callNames.values()
      const toolName = callNames.size === 1 ? only : undefined
      asking += 1
      try {
        const request = { server: name, message, requestedSchema, signal }
        const full = toolName === undefined ? request : { ...request, toolName }
        return await answerElicitation(full, settings.onElicit, say)
      } finally {
        asking -= 1
      }
    },
  }

  /** Over HTTP nobody says that the server is gone: it is asked, when there is reason to. */
  async function checkAlive(): Promise<void> {
    const { connection } = keeper
    const nowMs = performance.now()
    if (connection === undefined || nowMs - lastPingMs < PING_EVERY_MS) return
    lastPingMs = nowMs
    try {
      await connection.ping(PING_MS)
    } catch (thrown) {
      if (keeper.connection === connection) keeper.lost(hideSecrets(messageOf(thrown)))
    }
  }

  async function open(signal: AbortSignal): Promise<McpConnection> {
    try {
      const connection = await openConnection(settings, listeners, signal, memory)
      try {
        await list(connection, signal)
      } catch (thrown) {
        await connection.close().catch(() => undefined)
        throw new ConnectError(`its tools could not be listed: ${messageOf(thrown)}`, false)
      }
      return connection
    } catch (thrown) {
      throw new ConnectError(hideSecrets(messageOf(thrown)), thrown instanceof ConnectError && thrown.isFinal)
    }
  }

  async function list(connection: McpConnection, signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(settings.connectTimeoutMs)
    const { listed, problems } = await connection.listTools(
      signal === undefined ? limit : AbortSignal.any([limit, signal]),
    )
    server = connection.server
    const imported = importMcpTools(listed, settings, serverIdentity(settings.reach, server), callServer)
    const { kept, changes } = diffTools(tools, imported.tools)
    tools = kept
    listProblems = [...problems, ...imported.problems]
    if (changes.added.length + changes.changed.length + changes.removed.length > 0) {
      events.emit('tools-changed', changes)
    }
  }

  /** One listing at a time; who asks in the meantime gets the next one. */
  async function relist(): Promise<void> {
    await listing?.catch(() => undefined)
    const { connection } = keeper
    if (connection === undefined) return
    listing ??= list(connection)
      .catch((thrown: unknown) => {
        say(`the list of tools could not be renewed: ${messageOf(thrown)}`)
        throw thrown
      })
      .finally(() => {
        listing = undefined
      })
    return listing
  }

  async function callServer(
    record: ToolRecord,
    args: unknown,
    context: Parameters<typeof callTool>[2],
  ): Promise<unknown> {
    const { connection, state } = keeper
    if (connection === undefined) throw unavailable(name, state)
    const call = {}
    callNames.set(call, context.toolName)
    try {
      return await callTool(record, args, context, {
        serverName: name,
        connection,
        idleTimeoutMs: settings.idleTimeoutMs,
        isAsking: () => asking > 0,
        hideSecrets,
      })
    } finally {
      callNames.delete(call)
    }
  }

  const keeper: Keeper = keepConnected(settings, open, (state) => events.emit('state-changed', state))

  const source: McpSource = Object.freeze<McpSource>({
    source: `mcp:${name}`,
    name,
    get state() {
      return keeper.state
    },
    get server() {
      return server
    },
    tools: () => tools.map(({ tool }) => tool),
    problems: () => [...listProblems, ...log.list()],
    notes: (toolName) => tools.find(({ tool }) => tool.definition.name === toolName)?.notes ?? [],
    on: (event, listener) => events.on(event, listener),
    async refresh() {
      if (keeper.connection === undefined) await keeper.reconnect()
      else await relist()
      if (keeper.connection === undefined) throw unavailable(name, keeper.state)
    },
    async close() {
      clearTimeout(relistTimer)
      await keeper.close()
    },
  })
  return { source, ready: keeper.firstAttempt }
}

function unavailable(name: string, { status, reason, nextAttemptAt }: McpState): ToolwrightError {
  const why = reason === undefined ? '' : ` (${reason})`
  const when = nextAttemptAt === undefined ? '' : ` The next attempt is at ${nextAttemptAt}.`
  const message = `the MCP server '${name}' is ${status}${why}.${when}`
  return new ToolwrightError('SOURCE_UNAVAILABLE', message, { details: { server: name, status } })
}
