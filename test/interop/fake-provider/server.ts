import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import { checkRequest } from './check-request.ts'
import { cohere } from './cohere.ts'
import { gemini } from './gemini.ts'
import { mistral } from './mistral.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Body, ScriptedTurn, SentResult, WireFormat } from './wire-format.ts'

const FORMATS: readonly WireFormat[] = [
  openaiChat,
  openaiResponses,
  anthropic,
  gemini,
  ollama,
  mistral,
  cohere,
  bedrock,
]

/** One request that the provider got. */
export interface RecordedRequest {
  readonly format: string
  readonly streamed: boolean
  readonly body: Body
  /** The key, whatever header it came in. */
  readonly key: string | undefined
  readonly results: readonly SentResult[]
  readonly tools: readonly string[]
  /** What the official schema, or the documentation, has against it. */
  readonly problems: readonly string[]
}

export interface FakeProvider {
  readonly url: string
  readonly requests: readonly RecordedRequest[]
  /** Resolves when a hanging answer has begun, and when the client has left it. */
  readonly hanging: Promise<void>
  readonly left: Promise<void>
  close(): Promise<void>
}

/** A provider on the loopback that answers with the turns of a script, one a request, in every wire format. */
export async function startFakeProvider(script: readonly ScriptedTurn[]): Promise<FakeProvider> {
  const requests: RecordedRequest[] = []
  const hanging = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://fake').pathname)
      const format = FORMATS.find((candidate) => candidate.path.test(path))
      const turn = script[requests.length]
      if (format === undefined || turn === undefined) {
        const message = format === undefined ? `no provider answers at ${path}` : 'the script is over'
        response.writeHead(404, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
        return
      }
      const streamed = format.isStream(path, body)
      requests.push({
        format: format.id,
        streamed,
        body,
        key: keyOf(request),
        results: format.results(body),
        tools: format.tools(body),
        problems: checkRequest(format, body),
      })
      if (turn.hangs === true) {
        response.on('close', left.resolve)
        if (streamed) {
          response.writeHead(200, { 'content-type': format.streamType })
          response.write(format.stream(turn)[0])
        }
        hanging.resolve()
        return
      }
      if (turn.status !== undefined) {
        response.writeHead(turn.status, { 'content-type': 'application/json' })
        const message = 'the scripted provider fails'
        const error = format.id === 'ollama' ? message : { message, type: 'scripted' }
        response.end(JSON.stringify({ error, message }))
        return
      }
      if (!streamed) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(format.plain(turn)))
        return
      }
      response.writeHead(200, { 'content-type': format.streamType })
      const pieces = format.stream(turn)
      for (const piece of turn.stops === undefined ? pieces : pieces.slice(0, Math.floor(pieces.length / 2)))
        response.write(piece)
      if (turn.stops === 'reset') setImmediate(() => response.destroy())
      else response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    hanging: hanging.promise,
    left: left.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': anthropicKey, 'x-goog-api-key': googleKey } = headers
  return (
    [anthropicKey, googleKey].flat().find((key) => key !== undefined) ??
    authorization?.replace(/^Bearer /, '')
  )
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}
