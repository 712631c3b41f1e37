import { hashCanonical } from '../../schema/hash.ts'
import type { HttpReach, StdioReach } from './mcp-options.ts'
import type { McpServerInfo } from './open-connection.ts'

/** Which server it is: where it is reached, and who it says it is. Credentials are no part of it. */
export function serverIdentity(reach: StdioReach | HttpReach, { name, version }: McpServerInfo): string {
  const place =
    reach.kind === 'http'
      ? { url: reach.url.href }
      : { command: reach.command, args: reach.args, cwd: reach.cwd ?? '' }
  return hashCanonical({ place, name, version })
}

/** What must not be seen in a message: what the program or the server was given in confidence. */
export function secretsOf(reach: StdioReach | HttpReach): readonly string[] {
  if (reach.kind === 'stdio') return Object.values(reach.env)
  const { username, password, searchParams } = reach.url
  const headers = Object.values(reach.headers).flatMap((value) => [value, value.replace(/^\w+ +/, '')])
  return [...headers, username, password, ...searchParams.values()]
}
