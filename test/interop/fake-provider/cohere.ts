import { openaiChat } from './openai-chat.ts'
import { cohereRequest } from './request-shapes/cohere-request.ts'
import {
  argumentsOf,
  type Body,
  finishOf,
  pieces,
  type ScriptedTurn,
  sse,
  type WireFormat,
} from './wire-format.ts'

const FINISH = { stop: 'COMPLETE', calls: 'TOOL_CALL', length: 'MAX_TOKENS' } as const
const USAGE = {
  billed_units: { input_tokens: 10, output_tokens: 5 },
  tokens: { input_tokens: 10, output_tokens: 5 },
}

export const cohere: WireFormat = {
  id: 'cohere',
  path: /^\/v2\/chat$/,
  schema: cohereRequest,
  streamType: 'text/event-stream',
  isStream: (_path, body) => body.stream === true,
  plain: (turn) => ({
    id: 'c-1',
    finish_reason: FINISH[finishOf(turn)],
    message: {
      role: 'assistant',
      ...(hasCalls(turn)
        ? {
            tool_plan: turn.text ?? '',
            tool_calls: (turn.calls ?? []).map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: argumentsOf(call) },
            })),
          }
        : { content: [{ type: 'text', text: turn.text ?? '' }] }),
    },
    usage: USAGE,
  }),
  stream(turn) {
    const events: Body[] = [
      {
        type: 'message-start',
        id: 'c-1',
        delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
      },
    ]
    const add = (type: string, message: object, index?: number): unknown =>
      events.push({ type, ...(index === undefined ? {} : { index }), delta: { message } })
    if (hasCalls(turn)) {
      for (const tool_plan of pieces(turn.text ?? '')) add('tool-plan-delta', { tool_plan })
      for (const [index, call] of (turn.calls ?? []).entries()) {
        const start = { id: call.id, type: 'function', function: { name: call.name, arguments: '' } }
        add('tool-call-start', { tool_calls: start }, index)
        for (const text of pieces(argumentsOf(call)))
          add('tool-call-delta', { tool_calls: { function: { arguments: text } } }, index)
        if (call.cut !== true) events.push({ type: 'tool-call-end', index })
      }
    } else {
      add('content-start', { content: { type: 'text', text: '' } }, 0)
      for (const text of pieces(turn.text ?? '')) add('content-delta', { content: { text } }, 0)
      events.push({ type: 'content-end', index: 0 })
    }
    events.push({ type: 'message-end', delta: { finish_reason: FINISH[finishOf(turn)], usage: USAGE } })
    return [...events.map((event) => sse(event, event.type)), sse('[DONE]')]
  },
  results: openaiChat.results,
  calls: openaiChat.calls,
  tools: openaiChat.tools,
}

function hasCalls(turn: ScriptedTurn): boolean {
  return (turn.calls ?? []).length > 0
}
