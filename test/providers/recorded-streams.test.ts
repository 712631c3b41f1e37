import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createFrameReader } from '../../src/providers/framing/create-frame-reader.ts'
import type { Framing } from '../../src/providers/framing/framing.ts'
import type { Decoded } from '../../src/providers/decoded.ts'
import { provider } from '../../src/providers/provider.ts'
import { needsCorpora, readCorpus, readJson } from '../hostile/corpora.ts'

// Real traffic of real providers, through the whole way: bytes → events → calls.

/** Which format each folder of recordings speaks. */
const SPEAKS: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  'bedrock-converse': 'bedrock',
  'cohere-v2': 'cohere',
  deepseek: 'openai',
  gemini: 'gemini',
  groq: 'openai',
  mistral: 'mistral',
  'openai-chat': 'openai',
  'openai-compatible': 'openai',
  'openai-responses': 'openai-responses',
  openrouter: 'openai',
  xai: 'openai',
}

/** Recordings of a server whose folder speaks another format. */
const speaks = (file: string): string =>
  file.includes('_responses_') ? 'openai-responses' : (SPEAKS[file.split('/')[0] ?? ''] ?? '')

/** Streams that are broken on purpose, and how each must be reported. */
const BROKEN: ReadonlyMap<string, (decoded: Decoded) => void> = new Map([
  [
    // A gateway spliced a second message in: the first one is void.
    'anthropic/ai__spliced-message-start.chunks.txt',
    ({ calls }) =>
      assert.deepEqual(
        calls.map(({ id, truncated }) => [id, truncated]),
        [['toolu_second', undefined]],
      ),
  ],
  ['anthropic/anthropic-sdk-typescript__incomplete_partial_json_response.txt', expectCut],
])

interface ExpectedCall {
  readonly id: string | null
  readonly name: string
  readonly args: string | { readonly partialArgs: number }
}

function expectCut({ calls, problems }: Decoded): void {
  assert.equal(calls.at(-1)?.truncated, true)
  assert.ok(problems.some(({ code }) => code === 'ARGUMENTS_TRUNCATED'))
}

function framingOf(file: string): Framing {
  if (file.endsWith('.bin')) return 'aws-event-stream'
  return file.endsWith('.chunks.txt') ? 'ndjson' : 'sse'
}

/** Reads a recording whose bytes come in these pieces. */
function replay(file: string, pieces: Iterable<Uint8Array>): Decoded {
  const reader = createFrameReader(framingOf(file))
  const accumulator = provider(speaks(file)).accumulator()
  const take = (frames: ReturnType<typeof reader.push>): void => {
    for (const frame of frames) {
      assert.ok(frame.ok, JSON.stringify(frame))
      accumulator.push(frame.event)
    }
  }
  for (const piece of pieces) take(reader.push(piece))
  take(reader.end())
  return accumulator.end()
}

function* cut(bytes: Uint8Array, size: () => number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const end = start + Math.max(1, size())
    yield bytes.subarray(start, end)
    start = end
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return text
  }
}

const isFreeText = (text: string): boolean => text !== '' && typeof parsed(text) === 'string'

/** Calls that the provider runs itself are none of ours. */
const isOurs = ({ id, name }: ExpectedCall): boolean =>
  id?.startsWith('srvtoolu_') !== true && name !== 'nova_code_interpreter'

function assertAsExpected(file: string, expected: readonly ExpectedCall[], decoded: Decoded): void {
  const broken = BROKEN.get(file)
  if (broken !== undefined) return broken(decoded)
  const ours = expected.filter(isOurs)
  assert.deepEqual(
    decoded.calls.map(({ name }) => name),
    ours.map(({ name }) => name),
  )
  const ids = new Set(decoded.calls.map(({ id }) => id))
  assert.equal(ids.size, decoded.calls.length)
  for (const [index, { id, args }] of ours.entries()) {
    const call = decoded.calls[index]
    assert.ok(call !== undefined && call.truncated !== true)
    if (id !== null && ids.has(id)) assert.ok(decoded.calls.some((each) => each.id === id))
    // Of streamed values the independent replay only counted the pieces.
    if (typeof args !== 'string') assert.ok(Object.keys(call.input).length > 0)
    // The input of a custom tool is free text, which we keep in an object.
    else if (isFreeText(args)) assert.deepEqual(parsed(call.arguments), { input: args })
    else assert.deepEqual(parsed(call.arguments), parsed(args))
    assert.equal(call.problem, undefined)
  }
}

describe('recorded streams', needsCorpora, () => {
  const expected =
    needsCorpora.skip === undefined
      ? (readJson('recorded-streams/expected.json') as Record<string, ExpectedCall[]>)
      : {}
  const files = Object.keys(expected)

  it('are there', () => {
    assert.ok(files.length > 100)
    assert.deepEqual(
      files.filter((file) => !Object.hasOwn(SPEAKS, file.split('/')[0] ?? '')),
      [],
    )
  })

  for (const file of files) {
    it(`give their calls: ${file}`, () => {
      const bytes = readCorpus(`recorded-streams/${file}`)
      const whole = replay(file, [bytes])
      assertAsExpected(file, expected[file] ?? [], whole)
      const oneByOne = cut(bytes, () => 1)
      assert.deepEqual(replay(file, oneByOne), whole)
      fc.assert(
        fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 700 })), (sizes) => {
          assert.deepEqual(
            replay(
              file,
              cut(bytes, () => sizes.next().value ?? 1),
            ),
            whole,
          )
        }),
        { numRuns: 5 },
      )
    })
  }
})

describe('recorded answers', needsCorpora, () => {
  const index =
    needsCorpora.skip === undefined
      ? (readJson('recorded-streams/index.json') as {
          file: string
          names: string[] | null
          stream: boolean
        }[])
      : []

  for (const { file } of index.filter((entry) => entry.file.endsWith('.json') && !entry.stream)) {
    const id = speaks(file)
    if (id === '') continue
    it(`are read without a problem: ${file}`, () => {
      const decoded = provider(id).decode(readCorpus(`recorded-streams/${file}`).toString())
      const unreadable = decoded.problems.filter(({ code }) => code === 'RESPONSE_UNREADABLE')
      assert.deepEqual(unreadable, [])
      for (const call of decoded.calls) assert.notEqual(call.name, '')
    })
  }
})
