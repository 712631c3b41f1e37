import { openaiChat } from './openai-chat.ts'
import { mistralRequest } from './request-shapes/mistral-request.ts'
import {
  argumentsOf,
  finishOf,
  MODEL,
  pieces,
  type ScriptedTurn,
  sse,
  type WireFormat,
} from './wire-format.ts'

const FINISH = { stop: 'stop', calls: 'tool_calls', length: 'length' } as const
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

// Neither index nor type, as recorded: the official client then writes index 0 on every call.
function calls(turn: ScriptedTurn): readonly object[] {
  return (turn.calls ?? []).map((call) => ({
    id: call.id,
    function: { name: call.name, arguments: argumentsOf(call) },
  }))
}

export const mistral: WireFormat = {
  id: 'mistral',
  // Behind a prefix: its path is that of OpenAI.
  path: /^\/mistral\/v1\/chat\/completions$/,
  schema: mistralRequest,
  streamType: 'text/event-stream',
  isStream: (_path, body) => body.stream === true,
  plain: (turn) => ({
    id: 'cmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: MODEL,
    choices: [
      {
        index: 0,
        finish_reason: FINISH[finishOf(turn)],
        message: {
          role: 'assistant',
          content: turn.text ?? '',
          tool_calls: calls(turn).length > 0 ? calls(turn) : null,
          prefix: false,
        },
      },
    ],
    usage: USAGE,
  }),
  stream(turn) {
    const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
      sse({
        id: 'cmpl-1',
        object: 'chat.completion.chunk',
        created: 1_760_000_000,
        model: MODEL,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      })
    const finish = FINISH[finishOf(turn)]
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(turn.text ?? '').map((content) => chunk({ content })),
      calls(turn).length > 0
        ? chunk({ content: '', tool_calls: calls(turn) }, finish, { usage: USAGE })
        : chunk({ content: '' }, finish, { usage: USAGE }),
      sse('[DONE]'),
    ]
  },
  results: openaiChat.results,
  calls: openaiChat.calls,
  tools: openaiChat.tools,
}
