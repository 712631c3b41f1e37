import {
  argumentsOf,
  asText,
  type Body,
  finishOf,
  MODEL,
  pieces,
  type ScriptedTurn,
  sse,
  type WireFormat,
} from './wire-format.ts'

const FINISH = { stop: 'stop', calls: 'tool_calls', length: 'length' } as const
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

export const openaiChat: WireFormat = {
  id: 'openai',
  path: /^\/v1\/chat\/completions$/,
  schema: 'openai.chat-completions.request.schema.json',
  streamType: 'text/event-stream',
  isStream: (_path, body) => body.stream === true,
  plain: (turn) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: MODEL,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: turn.text ?? null,
          refusal: null,
          ...((turn.calls ?? []).length > 0
            ? {
                tool_calls: (turn.calls ?? []).map((call) => ({
                  id: call.id,
                  type: 'function',
                  function: { name: call.name, arguments: argumentsOf(call) },
                })),
              }
            : {}),
        },
        logprobs: null,
        finish_reason: FINISH[finishOf(turn)],
      },
    ],
    usage: USAGE,
  }),
  stream(turn) {
    const chunk = (delta: object, finish: string | null = null): string =>
      sse({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_760_000_000,
        model: MODEL,
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      })
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(turn.text ?? '').map((content) => chunk({ content })),
      ...callChunks(turn).map((call) => chunk({ tool_calls: [call] })),
      chunk({}, FINISH[finishOf(turn)]),
      sse({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: MODEL,
        choices: [],
        usage: USAGE,
      }),
      sse('[DONE]'),
    ]
  },
  results: (body) =>
    body.messages
      .filter((message: Body) => message.role === 'tool')
      .map((message: Body) => ({ id: message.tool_call_id, text: asText(message.content) })),
  calls: (body) =>
    body.messages.flatMap((message: Body) => message.tool_calls ?? []).map((call: Body) => call.id),
  tools: (body) => (body.tools ?? []).map((tool: Body) => tool.function.name),
}

function callChunks(turn: ScriptedTurn): readonly object[] {
  return (turn.calls ?? []).flatMap((call, index) => [
    { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } },
    ...pieces(argumentsOf(call)).map((text) => ({ index, function: { arguments: text } })),
  ])
}
