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

function message(text: string): object {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
  return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }
}

function items(turn: ScriptedTurn): readonly Body[] {
  return [
    ...(turn.text === undefined ? [] : [message(turn.text)]),
    ...(turn.calls ?? []).map((call) => ({
      type: 'function_call',
      id: `fc_${call.id}`,
      call_id: call.id,
      name: call.name,
      arguments: argumentsOf(call),
      status: call.cut === true ? 'incomplete' : 'completed',
    })),
  ]
}

function response(turn: ScriptedTurn, status: string, output: readonly object[]): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_760_000_000,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    metadata: {},
    model: MODEL,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  }
}

const statusOf = (turn: ScriptedTurn): string => (finishOf(turn) === 'length' ? 'incomplete' : 'completed')

export const openaiResponses: WireFormat = {
  id: 'openai-responses',
  path: /^\/v1\/responses$/,
  schema: 'openai.responses.request.schema.json',
  streamType: 'text/event-stream',
  isStream: (_path, body) => body.stream === true,
  plain: (turn) => response(turn, statusOf(turn), items(turn)),
  stream(turn) {
    const events: object[] = [
      { type: 'response.created', response: response(turn, 'in_progress', []) },
      { type: 'response.in_progress', response: response(turn, 'in_progress', []) },
    ]
    items(turn).forEach((item, output_index) => events.push(...itemEvents(item, output_index)))
    events.push({ type: `response.${statusOf(turn)}`, response: response(turn, statusOf(turn), items(turn)) })
    return events.map((event: Body, sequence_number) => sse({ ...event, sequence_number }, event.type))
  },
  results: (body) =>
    (Array.isArray(body.input) ? body.input : [])
      .filter((item: Body) => item.type === 'function_call_output')
      .map((item: Body) => ({ id: item.call_id, text: asText(item.output) })),
  calls: (body) =>
    (Array.isArray(body.input) ? body.input : [])
      .filter((item: Body) => item.type === 'function_call')
      .map((item: Body) => item.call_id),
  tools: (body) => (body.tools ?? []).map((tool: Body) => tool.name),
}

function itemEvents(item: Body, output_index: number): readonly object[] {
  const at = { item_id: item.id, output_index }
  if (item.type === 'message') {
    const part = item.content[0]
    const place = { ...at, content_index: 0 }
    return [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...item, status: 'in_progress', content: [] },
      },
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      ...pieces(part.text).map((delta) => ({
        type: 'response.output_text.delta',
        ...place,
        delta,
        logprobs: [],
      })),
      { type: 'response.output_text.done', ...place, text: part.text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
      { type: 'response.output_item.done', output_index, item },
    ]
  }
  const begun = { ...item, arguments: '', status: 'in_progress' }
  return [
    { type: 'response.output_item.added', output_index, item: begun },
    ...pieces(item.arguments).map((delta) => ({
      type: 'response.function_call_arguments.delta',
      ...at,
      delta,
    })),
    ...(item.status === 'incomplete'
      ? []
      : [
          {
            type: 'response.function_call_arguments.done',
            ...at,
            name: item.name,
            arguments: item.arguments,
          },
        ]),
    { type: 'response.output_item.done', output_index, item },
  ]
}
