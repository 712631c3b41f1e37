import {
  asText,
  type Body,
  finishOf,
  MODEL,
  pieces,
  type ScriptedTurn,
  valueOf,
  type WireFormat,
} from './wire-format.ts'

const END = {
  done: true,
  total_duration: 1_000,
  load_duration: 1,
  prompt_eval_count: 10,
  prompt_eval_duration: 1,
  eval_count: 5,
  eval_duration: 1,
}

const line = (message: object, more: object = { done: false }): object => ({
  model: MODEL,
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content: '', ...message },
  ...more,
})

const reasonOf = (turn: ScriptedTurn): string => (finishOf(turn) === 'length' ? 'length' : 'stop')

function calls(turn: ScriptedTurn): readonly object[] {
  return (turn.calls ?? []).map((call, index) => ({
    id: call.id,
    function: { index, name: call.name, arguments: valueOf(call) },
  }))
}

export const ollama: WireFormat = {
  id: 'ollama',
  path: /^\/api\/chat$/,
  schema: 'ollama.chat.request.schema.json',
  streamType: 'application/x-ndjson',
  isStream: (_path, body) => body.stream !== false,
  plain: (turn) =>
    line(
      { content: turn.text ?? '', ...(calls(turn).length > 0 ? { tool_calls: calls(turn) } : {}) },
      { ...END, done_reason: reasonOf(turn) },
    ),
  stream: (turn) =>
    [
      ...pieces(turn.text ?? '').map((content) => line({ content })),
      ...calls(turn).map((call) => line({ tool_calls: [call] })),
      line({}, { ...END, done_reason: reasonOf(turn) }),
    ].map((value) => `${JSON.stringify(value)}\n`),
  results: (body) =>
    body.messages
      .filter((message: Body) => message.role === 'tool')
      .map((message: Body) => ({
        id: message.tool_call_id ?? message.tool_name,
        text: asText(message.content),
      })),
  calls: (body) =>
    body.messages
      .flatMap((message: Body) => message.tool_calls ?? [])
      .map((call: Body) => call.id ?? call.function.name),
  tools: (body) => (body.tools ?? []).map((tool: Body) => tool.function.name),
}
