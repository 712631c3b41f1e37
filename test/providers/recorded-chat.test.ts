import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cohere } from '../../src/providers/cohere.ts'
import type { TokenUsage } from '../../src/providers/decoded.ts'
import { createFrameReader } from '../../src/providers/framing/create-frame-reader.ts'
import { mistral } from '../../src/providers/mistral.ts'
import { openai } from '../../src/providers/openai.ts'
import { openAiServer } from '../../src/providers/openai-servers.ts'
import { provider } from '../../src/providers/provider.ts'
import type { ProviderFormat } from '../../src/providers/provider-format.ts'
import { fieldsOf, listOf, textOf } from '../../src/providers/wire/read-fields.ts'
import { succeed } from '../../src/results/create-result.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { listCorpus, needsCorpora, readCorpus, readJson } from '../hostile/corpora.ts'

// What `recorded-streams.test.ts` does not look at: tokens, reasoning, what is told on the way, and the echo.

interface ExpectedCall {
  readonly id: string | null
  readonly name: string
  readonly args: string
}

const FOLDERS: readonly (readonly [string, ProviderFormat])[] = [
  ['openai-chat', openai],
  ['openai-compatible', openai],
  ['groq', openAiServer('groq')],
  ['deepseek', openAiServer('deepseek')],
  ['xai', openAiServer('xai')],
  ['openrouter', openAiServer('openrouter')],
  ['mistral', mistral],
  ['cohere-v2', cohere],
]

/** The independent replay knows nothing of `function_call`. */
const LEGACY: ReadonlyMap<string, readonly ExpectedCall[]> = new Map([
  [
    'openai-chat/weave__langchain_test__test_agent_run_with_function_call__ee9d7_0.sse',
    [{ id: null, name: 'Calculator', args: '{"a":3,"b":4}' }],
  ],
])

/** DeepSeek speaks Responses too: `recorded-responses.test.ts` reads those. */
const isChat = (file: string) => !file.includes('deepseek_responses')

function filesOf(folder: string, isStream: boolean): string[] {
  if (needsCorpora.skip !== undefined) return []
  return listCorpus(`recorded-streams/${folder}`)
    .map((path) => path.replace('recorded-streams/', ''))
    .filter((file) => isChat(file) && file.endsWith('.json') !== isStream)
}

function readEvents(file: string): unknown[] {
  const reader = createFrameReader(file.endsWith('.chunks.txt') ? 'ndjson' : 'sse')
  return [...reader.push(readCorpus(`recorded-streams/${file}`)), ...reader.end()].map((frame) => {
    assert.ok(frame.ok)
    return frame.event
  })
}

/** The tokens that a body or an event tells, read apart from the formats; undefined when it tells none. */
function tokensIn(value: unknown): readonly unknown[] | undefined {
  const body = fieldsOf(value)
  const given = fieldsOf(
    body['usage'] ?? fieldsOf(body['x_groq'])['usage'] ?? fieldsOf(body['delta'])['usage'],
  )
  const tokens = fieldsOf(given['tokens'] ?? given)
  const input = tokens['prompt_tokens'] ?? tokens['input_tokens']
  return input === undefined ? undefined : [input, tokens['completion_tokens'] ?? tokens['output_tokens']]
}

const countsOf = (usage: TokenUsage | undefined) => usage && [usage.inputTokens, usage.outputTokens]
const heard = (told: readonly (readonly unknown[])[], kind: string) =>
  told
    .filter(([each]) => each === kind)
    .map((entry) => entry.at(-1))
    .join('')

/** The message of a body, and its own words for thinking. */
function messageIn(body: unknown): Record<string, unknown> {
  const fields = fieldsOf(body)
  return { ...fieldsOf(fieldsOf(listOf(fields['choices'])[0])['message'] ?? fields['message']) }
}

/** OpenRouter left out the arguments of a call without any: it must be sent back with some. */
function completed(message: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(message['tool_calls'])) return message
  const calls = message['tool_calls'].map((call) => {
    const { arguments: args = '{}', ...body } = fieldsOf(fieldsOf(call)['function'])
    return { ...fieldsOf(call), function: { ...body, arguments: args } }
  })
  return { ...message, tool_calls: calls }
}

function thoughtIn(message: Record<string, unknown>): string {
  const { reasoning_content: long, reasoning: short, tool_plan: plan } = message
  return textOf(long) ?? textOf(short) ?? textOf(plan) ?? ''
}

/** Sends an answer and results for its calls back to the same provider: the answer must come out as it came in. */
function assertEchoed(format: ProviderFormat, response: unknown): void {
  const turn = provider(format).prepare([])
  const { text, calls, messages } = turn.decode(response)
  const results = calls.map((call) => succeed(call, { type: 'text', text: 'done' }))
  const request = turn.encodeRequest({
    model: 'm',
    stream: false,
    messages: [
      { role: 'assistant', content: text, calls, echo: { provider: turn.provider, messages } },
      { role: 'tool', results },
    ],
  })
  const [said, ...answers] = listOf(request['messages']).map(fieldsOf)
  assert.deepEqual(said, messages[0])
  const ids = listOf(said?.['tool_calls']).map((call) => fieldsOf(call)['id'])
  if (said?.['function_call'] === undefined || said['function_call'] === null) {
    assert.deepEqual(
      answers.map((answer) => answer['tool_call_id']),
      ids,
    )
  } else assert.deepEqual([answers.length, answers[0]?.['role']], [1, 'function'])
}

describe('recorded chat answers', needsCorpora, () => {
  for (const [folder, format] of FOLDERS) {
    for (const file of filesOf(folder, false)) {
      it(`are read whole: ${file}`, () => {
        const body = readJson(`recorded-streams/${file}`)
        const message = messageIn(body)
        const { calls, finish, problems, messages, reasoning, usage } = format.decode(body)
        assert.equal(format.recognises(body), true)
        assert.deepEqual(problems, [])
        assert.equal(finish, calls.length > 0 ? 'tool_calls' : 'stop')
        assert.equal(reasoning, thoughtIn(message))
        assert.deepEqual(countsOf(usage), tokensIn(body))
        assert.deepEqual(messages, [completed(message)])
        for (const { name, arguments: args } of calls) {
          assert.ok(name !== undefined && (typeof args === 'string' || args === undefined))
        }
        assertEchoed(format, body)
      })
    }

    for (const file of filesOf(folder, true)) {
      it(`are put together: ${file}`, () => {
        const expected = readJson('recorded-streams/expected.json') as Record<string, ExpectedCall[]>
        const events = readEvents(file)
        const { told, outcome } = hearEvents(format, events)
        const { calls, text, reasoning, finish, usage, problems, messages } = format.decode(outcome.response)
        assert.deepEqual(problems, [])
        assert.deepEqual(
          { ...outcome, response: 0 },
          { response: 0, problems: [], unfinished: [], ended: true },
        )
        assert.equal(finish === 'unknown' ? 'tool_calls' : finish, 'tool_calls')
        assert.deepEqual(
          calls.map(({ id, name, arguments: args }) => ({ id: id ?? null, name, args })),
          expected[file] ?? LEGACY.get(file),
        )
        assert.equal(heard(told, 'text'), text)
        assert.equal(heard(told, 'reasoning'), reasoning)
        for (const [position, { arguments: args }] of calls.entries()) {
          const ofCall = told.filter(([, index]) => index === position)
          assert.equal(heard(ofCall, 'arguments'), args)
          assert.equal(ofCall[0]?.[0], 'start')
        }
        assert.deepEqual(countsOf(usage), events.map(tokensIn).findLast(Boolean))
        assert.equal(thoughtIn({ ...messages[0] }), reasoning)
        assertEchoed(format, outcome.response)
      })
    }
  }

  it('hold what their servers are known for', () => {
    const hear = (format: ProviderFormat, file: string) =>
      format.decode(hearEvents(format, readEvents(file)).outcome.response)
    const deepseek = hear(openAiServer('deepseek'), 'deepseek/ai__deepseek-tool-call.chunks.txt')
    assert.equal(deepseek.reasoning.length, 191)
    assert.deepEqual(deepseek.usage, {
      inputTokens: 339,
      outputTokens: 83,
      totalTokens: 422,
      cachedInputTokens: 320,
      reasoningTokens: 39,
    })
    const xai = hear(openAiServer('xai'), 'xai/ai__xai-tool-call.chunks.txt')
    assert.equal(xai.usage?.reasoningTokens, 196)
    // Its index counts the text before the call.
    const fallback = hear(openai, 'openai-compatible/ai__anthropic-fallback-tool-call.sse')
    assert.deepEqual([fallback.text.length, fallback.calls.length], [11, 1])
    const legacy = hear(
      openai,
      'openai-chat/weave__langchain_test__test_agent_run_with_function_call__ee9d7_0.sse',
    )
    assert.deepEqual(legacy.calls[0]?.echo, { kind: 'function_call' })
    assert.equal(legacy.rawFinish, 'function_call')
    const forced = hear(
      openai,
      'openai-chat/weave__instructor_test__test_instructor_partial_stream__c256a_0.sse',
    )
    assert.deepEqual([forced.rawFinish, forced.finish], ['stop', 'tool_calls'])
  })
})
