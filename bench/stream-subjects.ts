// Streams of one tool call: its arguments cut into small fragments, each in an event as the providers send it.
export const SHAPES = ['write', 'rows'] as const
export type Shape = (typeof SHAPES)[number]

/** Characters of arguments. */
export const SIZES = [10_000, 100_000, 1_000_000] as const

const FRAGMENT_CHARACTERS = 20
const READ_BYTES = 16_384
export const TOOL_NAME = 'write_file'

/** Fits both shapes, so that one tool serves all. */
export const TOOL_SCHEMA = {
  type: 'object' as const,
  properties: {
    path: { type: 'string' as const },
    content: { type: 'string' as const },
    rows: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        properties: {
          id: { type: 'integer' as const },
          name: { type: 'string' as const },
          price: { type: 'number' as const },
          sold: { type: 'boolean' as const },
        },
        required: ['id', 'name', 'price', 'sold'],
        additionalProperties: false,
      },
    },
  },
  required: ['path'],
}

export interface StreamSubject {
  readonly name: string
  /** What the arguments are in the end. */
  readonly value: unknown
  readonly fragments: readonly string[]
  /** The chunks of OpenAI Chat Completions: the data of each server-sent event. */
  readonly chunks: readonly string[]
  /** The same, parsed. */
  readonly events: readonly unknown[]
  /** The chunks as the bytes of server-sent events and as lines, in pieces as they are read from a socket. */
  readonly sse: readonly Uint8Array[]
  readonly lines: readonly Uint8Array[]
  /** The same fragments in the events of Anthropic, as lines. */
  readonly anthropicLines: readonly Uint8Array[]
}

export function streamSubject(shape: Shape, characters: number): StreamSubject {
  const text = JSON.stringify(shape === 'write' ? longText(characters) : manyRows(characters))
  const fragments: string[] = []
  for (let start = 0; start < text.length; start += FRAGMENT_CHARACTERS) {
    fragments.push(text.slice(start, start + FRAGMENT_CHARACTERS))
  }
  const chunks = openAiChunks(fragments)
  return {
    name: `${shape}, ${characters / 1000} KB`,
    value: JSON.parse(text),
    fragments,
    chunks,
    events: chunks.map((chunk) => JSON.parse(chunk)),
    sse: inPieces(`${chunks.map((chunk) => `data: ${chunk}\n\n`).join('')}data: [DONE]\n\n`),
    lines: inPieces(chunks.map((chunk) => `${chunk}\n`).join('')),
    anthropicLines: inPieces(anthropicEvents(fragments).join('')),
  }
}

/** A file to be written: one long string with line ends, quotes and letters beyond ASCII. */
function longText(characters: number): unknown {
  const line = (position: number) =>
    `  const café_${position} = "${'abcdefgh'.repeat(position % 5)}" // line ${position}\n`
  let content = ''
  for (let position = 0; content.length < characters; position++) content += line(position)
  return { path: 'src/a file.ts', content: content.slice(0, characters) }
}

function manyRows(characters: number): unknown {
  const rows: unknown[] = []
  for (let length = 0; length < characters; length += JSON.stringify(rows.at(-1)).length) {
    const id = rows.length
    rows.push({ id, name: `article "${id}"`, price: (id % 997) + 0.25, sold: id % 3 === 0 })
  }
  return { path: 'rows.json', rows }
}

function openAiChunks(fragments: readonly string[]): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    JSON.stringify({
      id: 'chatcmpl-C2kQ7b1yqV0aZ5dXnR8sT3uW',
      object: 'chat.completion.chunk',
      created: 1_795_000_000,
      model: 'gpt-5.2-2026-03-05',
      service_tier: 'default',
      system_fingerprint: 'fp_3f1a9c20bd',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    })
  const call = { index: 0, id: 'call_Zx81', type: 'function', function: { name: TOOL_NAME, arguments: '' } }
  return [
    chunk({ role: 'assistant', content: null, tool_calls: [call] }),
    ...fragments.map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
    chunk({}, 'tool_calls'),
  ]
}

function anthropicEvents(fragments: readonly string[]): string[] {
  const message = {
    id: 'msg_01A',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  }
  const block = { type: 'tool_use', id: 'toolu_01A', name: TOOL_NAME, input: {} }
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    ...fragments.map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: text },
    })),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ].map((event) => `${JSON.stringify(event)}\n`)
}

function inPieces(text: string): Uint8Array[] {
  const bytes = Buffer.from(text)
  const pieces: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += READ_BYTES) {
    pieces.push(new Uint8Array(bytes.subarray(start, start + READ_BYTES)))
  }
  return pieces
}
