import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gemini } from '../../src/providers/gemini.ts'
import type { WireResponse } from '../../src/providers/decoded.ts'
import { createFrameReader } from '../../src/providers/framing/create-frame-reader.ts'
import type { DeltaSink } from '../../src/providers/stream/stream-delta.ts'
import { createValueBuilder } from '../../src/providers/stream/value-builder.ts'
import { listCorpus, needsCorpora, readCorpus, readJson } from '../hostile/corpora.ts'

const FOLDER = 'recorded-streams/gemini'

interface ExpectedCall {
  readonly id: string | null
  readonly name: string
  readonly args: string | { readonly partialArgs: number }
}

function eventsOf(path: string): unknown[] {
  const reader = createFrameReader(path.endsWith('.chunks.txt') ? 'ndjson' : 'sse')
  return [...reader.push(readCorpus(path)), ...reader.end()].map((frame) => {
    assert.ok(frame.ok)
    return frame.event
  })
}

/** The answer, with what the deltas give when applied in order. */
function replay(path: string): { answer: WireResponse; values: unknown[]; signatures: number } {
  const builders: ReturnType<typeof createValueBuilder>[] = []
  const ignore = (): void => undefined
  const sink: DeltaSink = {
    text: ignore,
    reasoning: ignore,
    callStart: ignore,
    callArguments: () => assert.fail('Gemini streams values'),
    callValue: (index, change) => void (builders[index] ??= createValueBuilder()).apply(change),
    callEnd: ignore,
    reset: () => assert.fail('no recording starts over'),
  }
  const assembler = gemini.createAssembler()
  const events = eventsOf(path)
  for (const event of events) assembler.push(event, sink)
  const { response, problems, unfinished, ended } = assembler.end()
  assert.deepEqual([problems, unfinished, ended], [[], [], true])
  return {
    answer: gemini.decode(response),
    values: builders.map((builder) => builder.value()),
    signatures: countSignatures(events),
  }
}

function countSignatures(value: unknown): number {
  return JSON.stringify(value).split('"thoughtSignature":').length - 1
}

describe('recorded answers of Gemini', needsCorpora, () => {
  const expected =
    'skip' in needsCorpora
      ? {}
      : (readJson('recorded-streams/expected.json') as Record<string, readonly ExpectedCall[]>)
  const files = 'skip' in needsCorpora ? [] : listCorpus(FOLDER)

  for (const file of files.filter((name) => !name.endsWith('.json'))) {
    it(`reads the stream ${file.slice(FOLDER.length + 1)}`, () => {
      const { answer, values, signatures } = replay(file)
      const wanted = expected[file.slice('recorded-streams/'.length)] ?? []
      assert.deepEqual(
        answer.calls.map(({ id, name }) => [id ?? null, name]),
        wanted.map(({ id, name }) => [id, name]),
      )
      for (const [index, { args }] of wanted.entries()) {
        const given = answer.calls[index]?.arguments ?? {}
        if (typeof args === 'string') assert.deepEqual(given, JSON.parse(args))
        else assert.ok(Object.keys(given).length > 0)
        assert.deepEqual(values[index], given)
      }
      assert.deepEqual([answer.finish, answer.problems], ['tool_calls', []])
      assert.equal(countSignatures(answer.messages), signatures)
    })
  }

  for (const file of files.filter((name) => name.endsWith('.json'))) {
    it(`reads the answer ${file.slice(FOLDER.length + 1)}`, () => {
      const body = readJson(file) as { candidates: [{ content: object }] }
      const answer = gemini.decode(body)
      assert.ok(answer.calls.length > 0)
      for (const { name, arguments: args } of answer.calls) {
        assert.ok(name !== undefined && typeof (args ?? {}) === 'object')
      }
      assert.deepEqual([answer.finish, answer.problems], ['tool_calls', []])
      assert.deepEqual(answer.messages, [body.candidates[0].content])
    })
  }

  it('puts the pieces of nested arguments together', needsCorpora, () => {
    const [items] = replay(
      `${FOLDER}/ai__google-stream-tool-call-array-arguments-missing-terminal-function-call.chunks.txt`,
    ).values
    assert.deepEqual(items, {
      operations: [
        { action: 'add', description: 'Fresh red apple', itemid: 'apple_001', price: 0.5 },
        { action: 'add', description: 'Ripe yellow banana', itemid: 'banana_001', price: 0.3 },
      ],
    })
    const [cooked] = replay(
      `${FOLDER}/ai__google-vertex-stream-tool-call-arguments-nested.1.chunks.txt`,
    ).values
    const { recipe } = cooked as { recipe: { name: string; ingredients: unknown[]; steps: string[] } }
    assert.deepEqual(
      [recipe.name, recipe.ingredients.length, recipe.steps.length, recipe.steps[4]],
      ['Lasagna', 10, 10, 'In a 9x13 baking dish, spread a thin layer of meat sauce.'],
    )
  })
})
