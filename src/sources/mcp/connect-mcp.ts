import { type McpOptions, readMcpOptions } from './mcp-options.ts'
import { createMcpSource, type McpSource } from './mcp-source.ts'

/**
 * Connects to an MCP server and takes its tools over. Resolves when the first attempt has ended: look at `state` for how.
 * A server that could not be reached is tried again, unless trying is of no use. `close()` it when it is needed no more:
 * until then it keeps the program running.
 */
export async function connectMcp(options: McpOptions): Promise<McpSource> {
  const { source, ready } = createMcpSource(readMcpOptions(options))
  await ready
  return source
}
