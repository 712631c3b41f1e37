import type { IncomingHttpHeaders } from 'node:http'
import type { TestContext } from 'node:test'
import type { ToolContext } from '../../../src/define/tool-context.ts'
import type { Tool } from '../../../src/define/tool.ts'
import type { ToolOutput } from '../../../src/results/content.ts'
import { serveHttp } from '../../fixtures/network/loopback-server.ts'

/** A request as the server heard it. */
export interface Heard {
  readonly method: string
  /** As sent, nothing decoded. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A server on loopback that keeps what it hears and answers with `{}`. */
export async function listenForOne(
  context: TestContext,
): Promise<{ readonly host: string; readonly url: string; heard(): Heard }> {
  const all: Heard[] = []
  const port = await serveHttp(context, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const { method = '', url = '', headers } = request
      all.push({ method, url, headers, body: Buffer.concat(chunks) })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  const host = `127.0.0.1:${port}`
  return {
    host,
    url: `http://${host}`,
    heard: () => {
      const last = all.at(-1)
      if (last === undefined) throw new Error('the server heard nothing')
      return last
    },
  }
}

/** Runs what a tool is made of, without the checks around it. */
export async function run(
  tool: Tool,
  args: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolOutput> {
  const { implementation } = tool
  if (implementation.kind !== 'closure') throw new Error('it is no closure')
  return (await implementation.run(args, { signal } as ToolContext)) as ToolOutput
}

/** The message of a failure; throws when it was none. */
export function failureOf(output: ToolOutput): string {
  if (output.type !== 'error') throw new Error(`it succeeded: ${JSON.stringify(output)}`)
  return output.message
}
