// Everything that shows the arguments of a call while they are streamed.
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream'
import { parsePartialJson } from 'ai'
import OpenAI from 'openai'
import { parse as parsePartial } from 'partial-json'
import { callPieces, type StreamContestant, streamOf } from './stream-contestants.ts'
import { TOOL_NAME, TOOL_SCHEMA } from './stream-subjects.ts'

/** The floor of the goal: what it takes to have the arguments at the end, from fragments that are already cut out. */
export const concatAndParse: StreamContestant = {
  name: 'floor: concat, JSON.parse of the whole',
  run({ fragments }) {
    let text = ''
    for (const fragment of fragments) text += fragment
    return JSON.parse(text)
  },
  partials: 'none',
  remark: 'no partial values',
}

export const partialPeers: readonly StreamContestant[] = [
  {
    name: 'OpenAI chat.completions.stream, strict tool',
    async run({ sse }, see) {
      const headers = { 'content-type': 'text/event-stream' }
      const client = new OpenAI({
        apiKey: 'none',
        fetch: async () => new Response(streamOf(sse), { headers }),
      })
      const stream = client.chat.completions.stream({
        model: 'gpt-5.2',
        messages: [{ role: 'user', content: 'Write the file' }],
        tools: [{ type: 'function', function: { name: TOOL_NAME, parameters: TOOL_SCHEMA, strict: true } }],
      })
      stream.on('tool_calls.function.arguments.delta', ({ parsed_arguments }) => see(parsed_arguments))
      const call = (await stream.finalChatCompletion()).choices[0]?.message.tool_calls?.[0]
      return call?.type === 'function' ? JSON.parse(call.function.arguments) : undefined
    },
    partials: 'values',
    remark: 'reads the bytes of SSE, too',
  },
  {
    name: 'Anthropic MessageStream, inputJson',
    async run({ anthropicLines }, see) {
      const stream = MessageStream.fromReadableStream(streamOf(anthropicLines))
      stream.on('inputJson', (_text, snapshot) => see(snapshot))
      const { content } = await stream.finalMessage()
      return content[0]?.type === 'tool_use' ? content[0].input : undefined
    },
    partials: 'values',
    remark: 'reads the bytes of lines, too; events of Anthropic',
  },
  {
    name: 'AI SDK parsePartialJson, each fragment',
    async run(subject, see) {
      let text = ''
      let value: unknown
      for (const piece of callPieces(subject)) {
        text += piece.function?.arguments ?? ''
        value = (await parsePartialJson(text)).value
        see(value)
      }
      return value
    },
    partials: 'values',
  },
  {
    name: 'partial-json, each fragment',
    run(subject, see) {
      let text = ''
      let value: unknown
      for (const piece of callPieces(subject)) {
        text += piece.function?.arguments ?? ''
        if (text !== '') see((value = parsePartial(text)))
      }
      return value
    },
    partials: 'values',
  },
]
