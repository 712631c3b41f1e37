import type { Tool as WireTool } from '@modelcontextprotocol/client'
import type { ToolContext } from '../../define/tool-context.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { toolError, type ToolOutput } from '../../results/content.ts'
import { createIdleLimit } from './idle-limit.ts'
import { outputOf } from './mcp-content.ts'
import type { McpConnection } from './open-connection.ts'
import { ENDED_EARLY } from './tap-transport.ts'
import type { ToolRecord } from './tool-record.ts'

/** What a call needs beside the tool. */
export interface CallParts {
  readonly serverName: string
  readonly connection: McpConnection
  readonly idleTimeoutMs: number
  /** While a person is being asked, silence is no fault of the server. */
  isAsking(): boolean
  /** For what the program said last: no secret of ours. */
  hideSecrets(text: string): string
}

// The limits are ours: those of the library cannot be paused.
const NO_LIMIT_MS = 2_147_483_647
const LOST_CODES: ReadonlySet<unknown> = new Set([
  'CONNECTION_CLOSED',
  'NOT_CONNECTED',
  'SEND_FAILED',
  ENDED_EARLY,
])
const MAX_MESSAGE_CHARACTERS = 2_000

/** Runs a call at the server. What the server says of it is the output; what keeps it from answering is thrown. */
export async function callTool(
  record: ToolRecord,
  args: unknown,
  context: ToolContext,
  parts: CallParts,
): Promise<ToolOutput> {
  const { connection, serverName, idleTimeoutMs } = parts
  const idle = createIdleLimit(idleTimeoutMs, parts.isAsking)
  const { name, inputSchema, outputSchema } = record
  try {
    const result = await connection.client.callTool(
      { name, arguments: args as Record<string, unknown> },
      {
        signal: AbortSignal.any([context.signal, idle.signal]),
        timeout: NO_LIMIT_MS,
        // Without the output schema, which is ours to enforce; with the input schema, which names headers to send.
        toolDefinition: { name, inputSchema } as WireTool,
        onprogress({ progress, total, message }) {
          idle.touch()
          context.progress({
            progress,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          })
        },
      },
    )
    return outputOf(result, outputSchema !== undefined, serverName)
  } catch (thrown) {
    if (context.signal.aborted) throw context.signal.reason
    if (idle.signal.aborted) throw silent(serverName, idleTimeoutMs)
    return failureOf(thrown, record, parts)
  } finally {
    idle.stop()
  }
}

function silent(serverName: string, idleTimeoutMs: number): ToolwrightError {
  const message = `the MCP server '${serverName}' said nothing for ${idleTimeoutMs} ms; the call was cancelled.`
  return new ToolwrightError('EXECUTE_TIMEOUT', message, { details: { idleTimeoutMs } })
}

function failureOf(thrown: unknown, record: ToolRecord, parts: CallParts): ToolOutput {
  const code: unknown = Reflect.get(Object(thrown), 'code')
  const message = parts.hideSecrets(messageOf(thrown)).slice(0, MAX_MESSAGE_CHARACTERS)
  const server = `the MCP server '${parts.serverName}'`
  if (LOST_CODES.has(code) || isNetworkFailure(thrown)) {
    const words = parts.hideSecrets(parts.connection.lastWords())
    const said = words === '' ? '' : ` It last said: ${words}`
    const isReading = record.annotations.readOnlyHint === true
    const doubt = isReading ? '' : ' Whether the call took effect is not known.'
    return toolError(`${server} was lost during the call.${doubt}${said}`, { retryable: isReading })
  }
  // A number is a code of JSON-RPC: the server has answered, with a no.
  if (typeof code === 'number')
    return toolError(`${server} refused the call: ${message}`, { details: { code } })
  return toolError(`${server} gave no usable answer: ${message}`)
}

function isNetworkFailure(thrown: unknown): boolean {
  const status: unknown = Reflect.get(Object(thrown), 'status')
  return (
    (thrown instanceof TypeError && thrown.message === 'fetch failed') || status === 404 || status === 502
  )
}
