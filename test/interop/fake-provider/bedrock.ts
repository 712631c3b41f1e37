import { crc32 } from 'node:zlib'
import { bedrockRequest } from './request-shapes/bedrock-request.ts'
import {
  argumentsOf,
  asText,
  type Body,
  finishOf,
  pieces,
  type ScriptedTurn,
  valueOf,
  type WireFormat,
} from './wire-format.ts'

const FINISH = { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens' } as const
const USAGE = { usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }, metrics: { latencyMs: 1 } }

export const bedrock: WireFormat = {
  id: 'bedrock',
  path: /^\/model\/[^/]+\/converse(?:-stream)?$/,
  schema: bedrockRequest,
  streamType: 'application/vnd.amazon.eventstream',
  isStream: (path) => path.endsWith('/converse-stream'),
  plain: (turn) => ({
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(turn.text === undefined ? [] : [{ text: turn.text }]),
          ...(turn.calls ?? []).map((call) => ({
            toolUse: { toolUseId: call.id, name: call.name, input: valueOf(call) },
          })),
        ],
      },
    },
    stopReason: FINISH[finishOf(turn)],
    ...USAGE,
  }),
  stream: (turn) => events(turn).map(([type, payload]) => frame(type, payload)),
  results: (body) =>
    body.messages
      .flatMap((message: Body) => message.content)
      .filter((block: Body) => block.toolResult !== undefined)
      .map((block: Body) => ({
        id: block.toolResult.toolUseId,
        text: `${block.toolResult.status === 'error' ? '[error] ' : ''}${asText(block.toolResult.content)}`,
      })),
  calls: (body) =>
    body.messages
      .flatMap((message: Body) => message.content)
      .flatMap((block: Body) => (block.toolUse === undefined ? [] : [block.toolUse.toolUseId])),
  tools: (body) => (body.toolConfig?.tools ?? []).map((tool: Body) => tool.toolSpec?.name),
  check: (body) =>
    body.messages.flatMap((message: Body, index: number) =>
      message.role === body.messages[index - 1]?.role ? ['roles do not take turns'] : [],
    ),
}

function events(turn: ScriptedTurn): readonly (readonly [string, object])[] {
  const list: [string, object][] = [['messageStart', { role: 'assistant' }]]
  let contentBlockIndex = 0
  const end = (): unknown => list.push(['contentBlockStop', { contentBlockIndex: contentBlockIndex++ }])
  if (turn.text !== undefined) {
    for (const text of pieces(turn.text))
      list.push(['contentBlockDelta', { contentBlockIndex, delta: { text } }])
    end()
  }
  for (const call of turn.calls ?? []) {
    const toolUse = { toolUseId: call.id, name: call.name }
    list.push(['contentBlockStart', { contentBlockIndex, start: { toolUse } }])
    for (const input of pieces(argumentsOf(call)))
      list.push(['contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input } } }])
    end()
  }
  return [...list, ['messageStop', { stopReason: FINISH[finishOf(turn)] }], ['metadata', USAGE]]
}

/** One message of the AWS event stream: lengths, checksum, headers, payload, checksum. */
function frame(type: string, payload: object): Uint8Array {
  const headers = Buffer.concat(
    Object.entries({
      ':message-type': 'event',
      ':event-type': type,
      ':content-type': 'application/json',
    }).map(([name, value]) => {
      const head = Buffer.from([name.length, ...Buffer.from(name), 7, 0, value.length])
      return Buffer.concat([head, Buffer.from(value)])
    }),
  )
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const start = Buffer.concat([prelude, checksum(prelude), headers, body])
  return Buffer.concat([start, checksum(start)])
}

function checksum(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}
