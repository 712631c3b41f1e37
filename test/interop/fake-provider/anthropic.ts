import {
  argumentsOf,
  asText,
  type Body,
  finishOf,
  MODEL,
  pieces,
  type ScriptedTurn,
  sse,
  valueOf,
  type WireFormat,
} from './wire-format.ts'

const FINISH = { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens' } as const
const USAGE = {
  input_tokens: 10,
  output_tokens: 5,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  service_tier: 'standard',
}

function envelope(content: readonly object[], stopReason: string | null): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: USAGE,
  }
}

function blocks(turn: ScriptedTurn): readonly object[] {
  return [
    ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text, citations: null }]),
    ...(turn.calls ?? []).map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      input: valueOf(call),
    })),
  ]
}

export const anthropic: WireFormat = {
  id: 'anthropic',
  path: /^\/v1\/messages$/,
  schema: 'anthropic.messages.request.schema.json',
  streamType: 'text/event-stream',
  isStream: (_path, body) => body.stream === true,
  plain: (turn) => envelope(blocks(turn), FINISH[finishOf(turn)]),
  stream(turn) {
    const events: Body[] = [{ type: 'message_start', message: envelope([], null) }, { type: 'ping' }]
    let index = 0
    const add = (content_block: object, deltas: readonly object[]): void => {
      events.push({ type: 'content_block_start', index, content_block })
      for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta })
      events.push({ type: 'content_block_stop', index })
      index++
    }
    if (turn.text !== undefined) {
      add(
        { type: 'text', text: '' },
        pieces(turn.text).map((text) => ({ type: 'text_delta', text })),
      )
    }
    for (const call of turn.calls ?? []) {
      add(
        { type: 'tool_use', id: call.id, name: call.name, input: {} },
        pieces(argumentsOf(call)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      )
    }
    const delta = { stop_reason: FINISH[finishOf(turn)], stop_sequence: null }
    events.push({ type: 'message_delta', delta, usage: { output_tokens: 5 } }, { type: 'message_stop' })
    return events.map((event) => sse(event, event.type))
  },
  results: (body) =>
    body.messages
      .flatMap((message: Body) => (Array.isArray(message.content) ? message.content : []))
      .filter((block: Body) => block.type === 'tool_result')
      .map((block: Body) => ({
        id: block.tool_use_id,
        text: `${block.is_error === true ? '[error] ' : ''}${asText(block.content)}`,
      })),
  calls: (body) =>
    body.messages
      .flatMap((message: Body) => (Array.isArray(message.content) ? message.content : []))
      .flatMap((block: Body) => (block.type === 'tool_use' ? [block.id] : [])),
  tools: (body) => (body.tools ?? []).map((tool: Body) => tool.name),
  // The schema was made from the type of requests that do not stream.
  normalise: ({ stream: _stream, ...body }) => body,
}
