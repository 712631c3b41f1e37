// Everything that puts the arguments of a streamed call together. Each gets the same fragments and gives the whole value.
import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream'
import { AIMessageChunk } from '@langchain/core/messages'
import { jsonSchema, streamText, tool as aiTool, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream'
import { createFrameReader, defineTool, provider } from '../src/index.ts'
import { type StreamSubject, TOOL_NAME, TOOL_SCHEMA } from './stream-subjects.ts'

export interface StreamContestant {
  readonly name: string
  /** Gives the arguments. `see` is told of each partial value, or of each change of it; not all contestants have them. */
  readonly run: (subject: StreamSubject, see: (partial: unknown) => void) => unknown
  readonly partials: 'none' | 'values' | 'changes'
  /** What `run` must give, where it is not the arguments. */
  readonly expected?: (subject: StreamSubject) => unknown
  readonly remark?: string
}

interface CallPiece {
  readonly id?: string
  readonly function?: { readonly name?: string; readonly arguments?: string }
}

interface Chunk {
  readonly choices: readonly [{ readonly delta: { readonly tool_calls?: readonly CallPiece[] } }]
}

/** What the chunks say of the call, one piece each; every contestant that takes no chunks is fed from it. */
export function* callPieces({ chunks }: StreamSubject): Generator<CallPiece> {
  for (const chunk of chunks) {
    const piece = (JSON.parse(chunk) as Chunk).choices[0].delta.tool_calls?.[0]
    if (piece !== undefined) yield piece
  }
}

const { definition } = defineTool({
  name: TOOL_NAME,
  description: 'Writes a file',
  input: TOOL_SCHEMA,
  run: () => null,
})
const turn = provider('openai').prepare([definition])

export const parseChunks: StreamContestant = {
  name: 'floor: JSON.parse of each chunk',
  run({ chunks }) {
    let last: unknown
    for (const chunk of chunks) last = JSON.parse(chunk)
    return last
  },
  partials: 'none',
  expected: ({ events }) => events.at(-1),
  remark: 'puts nothing together',
}

export const parseAndConcat: StreamContestant = {
  name: 'by hand: the same, concat, JSON.parse of the whole',
  run({ chunks }) {
    let text = ''
    for (const chunk of chunks) {
      text += (JSON.parse(chunk) as Chunk).choices[0].delta.tool_calls?.[0]?.function?.arguments ?? ''
    }
    return JSON.parse(text)
  },
  partials: 'none',
  remark: 'one call only, no oddities of servers',
}

/** `from` says what is timed besides: parsing the chunks, cutting them out of bytes, or nothing. */
export function ours(from: 'chunks' | 'bytes' | 'events', partial: boolean): StreamContestant {
  const options = partial ? ', partial: true' : ''
  const source = { chunks: '', bytes: ', from the bytes of SSE', events: '' }[from]
  return {
    name: `Toolwright accumulator${options}${source}`,
    run(subject, see) {
      const accumulator = turn.accumulator({ partial })
      const push = (event: unknown): void => {
        const deltas = accumulator.push(event)
        if (partial) for (const delta of deltas) if (delta.type === 'value') see(delta.change)
      }
      if (from === 'events') for (const event of subject.events) push(event)
      else if (from === 'chunks') for (const chunk of subject.chunks) push(JSON.parse(chunk))
      else pushBytes(subject.sse, push)
      const { calls, problems } = accumulator.end()
      if (problems.length > 0) throw new Error(`the stream has problems: ${JSON.stringify(problems)}`)
      return calls[0]?.input
    },
    partials: partial ? 'changes' : 'none',
  }
}

function pushBytes(pieces: readonly Uint8Array[], push: (event: unknown) => void): void {
  const reader = createFrameReader('sse')
  for (const piece of pieces) for (const frame of reader.push(piece)) if (frame.ok) push(frame.event)
  for (const frame of reader.end()) if (frame.ok) push(frame.event)
}

export const accumulatingPeers: readonly StreamContestant[] = [
  {
    name: 'OpenAI ChatCompletionStream',
    async run({ lines }) {
      const { choices } = await ChatCompletionStream.fromReadableStream(streamOf(lines)).finalChatCompletion()
      const call = choices[0]?.message.tool_calls?.[0]
      return call?.type === 'function' ? JSON.parse(call.function.arguments) : undefined
    },
    partials: 'none',
    remark: 'reads the bytes of lines, too',
  },
  {
    name: 'Anthropic MessageStream',
    async run({ anthropicLines }) {
      const { content } = await MessageStream.fromReadableStream(streamOf(anthropicLines)).finalMessage()
      return content[0]?.type === 'tool_use' ? content[0].input : undefined
    },
    partials: 'none',
    remark: 'reads the bytes of lines, too; events of Anthropic, which are shorter',
  },
  {
    name: 'AI SDK streamText',
    async run(subject) {
      const tools: ToolSet = { [TOOL_NAME]: aiTool({ inputSchema: jsonSchema(TOOL_SCHEMA) }) }
      const stream = streamOf(aiParts(subject))
      const model = new MockLanguageModelV4({ doStream: async () => ({ stream }) })
      const { toolCalls, fullStream } = streamText({ model, prompt: 'Write the file', tools })
      for await (const part of fullStream) if (part.type === 'error') throw part.error
      return (await toolCalls)[0]?.input
    },
    partials: 'none',
    remark: 'a mock model; whole step of a loop',
  },
  {
    name: 'LangChain AIMessageChunk concat',
    run(subject) {
      let whole: AIMessageChunk | undefined
      for (const piece of callPieces(subject)) {
        const { id, function: { name, arguments: args = '' } = {} } = piece
        const known = id === undefined || name === undefined ? {} : { id, name }
        const call = { type: 'tool_call_chunk', index: 0, args, ...known } as const
        const chunk = new AIMessageChunk({ content: '', tool_call_chunks: [call] })
        whole = whole === undefined ? chunk : whole.concat(chunk)
      }
      return whole?.tool_calls?.[0]?.args
    },
    partials: 'none',
    remark: 'makes a partial value each time, too',
  },
]

type AiPart = NonNullable<
  ConstructorParameters<typeof MockLanguageModelV4>[0]
>['doStream'] extends infer DoStream
  ? DoStream extends (...args: never[]) => PromiseLike<{ stream: ReadableStream<infer Part> }>
    ? Part
    : never
  : never

function* aiParts(subject: StreamSubject): Generator<AiPart> {
  const id = 'call_Zx81'
  let input = ''
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'tool-input-start', id, toolName: TOOL_NAME }
  for (const piece of callPieces(subject)) {
    const delta = piece.function?.arguments ?? ''
    input += delta
    yield { type: 'tool-input-delta', id, delta }
  }
  yield { type: 'tool-input-end', id }
  yield { type: 'tool-call', toolCallId: id, toolName: TOOL_NAME, input }
  yield {
    type: 'finish',
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
  }
}

/** A stream that gives one item each time it is asked, as a socket would. */
export function streamOf<Item>(items: Iterable<Item>): ReadableStream<Item> {
  const iterator = items[Symbol.iterator]()
  return new ReadableStream<Item>({
    pull(controller) {
      const { done, value } = iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
}
