import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import type { AgentEvent } from '../../src/agent/agent-events.ts'
import { clientModel } from '../../src/agent/clients/client-model.ts'
import { httpModel } from '../../src/agent/http/http-model.ts'
import type { Model } from '../../src/agent/model.ts'
import { resumeAgent } from '../../src/agent/resume-agent.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { defineTool } from '../../src/author/define-tool.ts'
import { parts } from '../../src/results/content.ts'
import { createToolwright } from '../../src/toolwright.ts'
import {
  API_KEY,
  createAnthropicClient,
  createBedrockClient,
  createCohereClient,
  createGenaiClient,
  createMistralClient,
  createOllamaClient,
  createOpenAiClient,
} from './client-objects.ts'
import { startFakeProvider } from './fake-provider/server.ts'
import { MODEL, type ScriptedTurn } from './fake-provider/wire-format.ts'
import { createScenario, CUT_SCRIPT, QUESTION, SCRIPT } from './scenario.ts'

const model = MODEL
const commands = { ConverseCommand, ConverseStreamCommand }

const CLIENT_MODELS: Readonly<Record<string, (url: string) => Model>> = {
  openai: (url) => clientModel(createOpenAiClient(url), { model }),
  'openai-responses': (url) => clientModel(createOpenAiClient(url), { model, provider: 'openai-responses' }),
  anthropic: (url) => clientModel(createAnthropicClient(url), { model }),
  gemini: (url) => clientModel(createGenaiClient(url), { model }),
  ollama: (url) => clientModel(createOllamaClient(url), { model }),
  mistral: (url) => clientModel(createMistralClient(url), { model }),
  cohere: (url) => clientModel(createCohereClient(url), { model }),
  bedrock: (url) => clientModel(createBedrockClient(url), { model, commands }),
}

/** A pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** One tool that gives text and an image, and one that somebody must approve. */
function createPictureTools() {
  const deleted: string[] = []
  const takePicture = defineTool({
    name: 'take_picture',
    description: 'Takes a picture',
    dangerLevel: 'safe',
    input: [],
    run: () =>
      parts([
        { type: 'text', text: 'the harbour' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
      ]),
  })
  const deleteFile = defineTool({
    name: 'delete_file',
    description: 'Deletes a file',
    dangerLevel: 'high',
    input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    run({ path }) {
      deleted.push(path)
      return { path, isGone: true }
    },
  })
  return { toolwright: createToolwright({ tools: [takePicture, deleteFile] }), deleted }
}

/** How a failed result is told apart, as the fake provider shows it. */
const ERROR_MARKS: Readonly<Record<string, RegExp>> = {
  anthropic: /^\[error\] /,
  bedrock: /^\[error\] /,
  gemini: /^\{"error":/,
}

/** Where each API begins at the fake provider. */
const PATHS: Readonly<Record<string, string>> = {
  openai: '/v1',
  'openai-responses': '/v1',
  anthropic: '',
  gemini: '',
  ollama: '',
  mistral: '/mistral',
  cohere: '',
  bedrock: '',
}

const HTTP_MODELS: Readonly<Record<string, (url: string) => Model>> = Object.fromEntries(
  Object.entries(PATHS).map(([provider, path]) => [
    provider,
    (url) => httpModel({ provider, model, baseUrl: `${url}${path}`, apiKey: API_KEY, maxRetries: 0 }),
  ]),
)

async function converse(
  modelAt: (url: string) => Model,
  streaming: boolean,
  script: readonly ScriptedTurn[],
) {
  const provider = await startFakeProvider(script)
  try {
    const { toolwright, ran } = createScenario()
    const events: AgentEvent[] = []
    const outcome = await runAgent({
      model: modelAt(provider.url),
      toolwright,
      messages: QUESTION,
      maxTokens: 500,
      streaming,
      onEvent: (event) => events.push(event),
    })
    return { outcome, events, ran, requests: provider.requests }
  } finally {
    await provider.close()
  }
}

for (const [way, models] of Object.entries({ clientModel: CLIENT_MODELS, httpModel: HTTP_MODELS })) {
  for (const [provider, modelAt] of Object.entries(models)) {
    describe(`runAgent through ${way}, ${provider}`, () => {
      for (const streaming of [false, true]) {
        const mode = streaming ? 'stream' : 'plain'

        it(`answers after two rounds of calls, one denied and one failing, ${mode}`, async () => {
          const { outcome, events, ran, requests } = await converse(modelAt, streaming, SCRIPT)
          assert.deepEqual(
            requests.map(({ format, streamed, problems }) => ({ format, streamed, problems })),
            [0, 1].map(() => ({ format: provider, streamed: streaming, problems: [] })),
          )
          assert.equal(outcome.status, 'finished')
          assert.equal(outcome.text, 'It is sunny in both.')
          assert.deepEqual(
            outcome.steps[0]?.results.map((result) =>
              result.status === 'failed' ? result.error.code : result.status,
            ),
            ['succeeded', 'succeeded', 'APPROVAL_DENIED', 'EXECUTE_FAILED'],
          )
          assert.deepEqual(ran.toSorted(), ['get_weather Oslo', 'get_weather Paris', 'read_sensor'])
          const sent = requests[1]?.results ?? []
          assert.deepEqual(
            sent.map(({ id }) => id),
            ['callParis', 'callOslo1', 'callDel01', 'callFail1'],
          )
          assert.match(sent[0]?.text ?? '', /sunny/)
          assert.match(sent[2]?.text ?? '', /not today/)
          assert.match(sent[3]?.text ?? '', /the sensor is unplugged/)
          // A flag where the provider has one, words where it has none.
          for (const { text } of sent.slice(2)) assert.match(text, ERROR_MARKS[provider] ?? /^"?Error: /)
          for (const { text } of sent.slice(0, 2)) assert.doesNotMatch(text, /error/i)
          assert.deepEqual([outcome.usage.inputTokens, outcome.usage.outputTokens], [20, 10])
          const spoken = events.flatMap((event) =>
            event.type === 'text-delta' || event.type === 'reasoning-delta' ? [event.text] : [],
          )
          assert.equal(spoken.join(''), 'Let me look.It is sunny in both.')
          assert.equal(events.filter(({ type }) => type === 'tool-input-start').length, streaming ? 4 : 0)
          assert.equal(events.filter(({ type }) => type === 'problem').length, 0)
        })

        it(`never runs a call that the token limit cut, ${mode}`, async () => {
          const { outcome, ran, requests } = await converse(modelAt, streaming, CUT_SCRIPT)
          assert.deepEqual(ran, [])
          assert.equal(outcome.steps[0]?.finish, 'length')
          const result = outcome.steps[0]?.results[0]
          assert.equal(result?.status === 'failed' && result.error.code, 'ARGUMENTS_TRUNCATED')
          assert.deepEqual(
            requests.map(({ problems }) => problems),
            [[], []],
          )
          assert.equal(outcome.text, 'I was cut.')
        })

        // The client of Ollama takes no signal for a plain request: it is left alone, and the run ends all the same.
        const leaves = !(way === 'clientModel' && provider === 'ollama' && !streaming)
        it(`is cancelled while the provider says nothing${leaves ? ', and hangs up' : ''}, ${mode}`, async () => {
          const fake = await startFakeProvider([{ text: 'Let me look.', hangs: true }])
          try {
            const controller = new AbortController()
            const { toolwright } = createScenario()
            const run = runAgent({
              model: modelAt(fake.url),
              toolwright,
              messages: QUESTION,
              streaming,
              signal: controller.signal,
            })
            await fake.hanging
            controller.abort()
            assert.equal((await run).status, 'cancelled')
            if (leaves) await fake.left
          } finally {
            await fake.close()
          }
        })
      }

      for (const stops of ['reset', 'silently'] as const) {
        it(`runs nothing of a stream that stops in the middle: ${stops}`, async () => {
          const calls = [{ id: 'callOslo1', name: 'get_weather', args: { city: 'Oslo' } }]
          const { outcome, ran } = await converse(modelAt, true, [{ calls, stops }])
          assert.equal(outcome.status, 'failed')
          assert.match(
            outcome.status === 'failed' ? outcome.error.code : '',
            /^(?:PROVIDER_ERROR|STREAM_CUT)$/,
          )
          assert.deepEqual(ran, [])
        })
      }

      for (const streaming of [false, true]) {
        it(`ends with the words of a provider that fails, ${streaming ? 'stream' : 'plain'}`, async () => {
          const { outcome } = await converse(modelAt, streaming, [{ status: 500 }])
          assert.equal(outcome.status === 'failed' && outcome.error.code, 'PROVIDER_ERROR')
          assert.match(
            outcome.status === 'failed' ? outcome.error.message : '',
            /the scripted provider fails/,
          )
        })

        it(`is paused, kept as text and resumed, with pictures, ${streaming ? 'stream' : 'plain'}`, async () => {
          const provider = await startFakeProvider([
            {
              text: 'Let me look.',
              calls: [
                { id: 'callPict1', name: 'take_picture', args: {} },
                { id: 'callDel01', name: 'delete_file', args: { path: 'notes.txt' } },
              ],
            },
            { calls: [{ id: 'callPict2', name: 'take_picture', args: {} }] },
            { text: 'It is gone.' },
          ])
          try {
            const { toolwright, deleted } = createPictureTools()
            const options = { model: modelAt(provider.url), toolwright }
            const settings = { system: 'Be brief.', maxTokens: 500, streaming }
            const paused = await runAgent({ ...options, ...settings, messages: QUESTION, approval: 'pause' })
            assert.ok(paused.status === 'paused')
            assert.deepEqual(deleted, [])
            const state = JSON.parse(JSON.stringify(paused.state)) as typeof paused.state
            const decisions = state.pending.map(({ callId }) => ({ callId, decision: 'approve' as const }))
            const outcome = await resumeAgent(state, { ...options, decisions })
            assert.equal(outcome.text, 'It is gone.')
            assert.deepEqual(deleted, ['notes.txt'])
            assert.deepEqual(
              provider.requests.map(({ streamed, problems }) => ({ streamed, problems })),
              [0, 1, 2].map(() => ({ streamed: streaming, problems: [] })),
            )
            const sent = provider.requests[2]?.results ?? []
            assert.deepEqual(
              sent.map(({ id }) => id),
              ['callPict1', 'callDel01', 'callPict2'],
            )
            assert.match(sent[0]?.text ?? '', /the harbour/)
            assert.match(sent[1]?.text ?? '', /isGone/)
          } finally {
            await provider.close()
          }
        })

        // The client of AWS makes a bigint of such a number.
        it(`reads a number that is longer than its digits, ${streaming ? 'stream' : 'plain'}`, async () => {
          const args = { city: 'Oslo', days: 12345678901234567000 }
          const calls = [{ id: 'callOslo1', name: 'get_weather', args }]
          const { outcome, requests } = await converse(modelAt, streaming, [{ calls }, { text: 'Too many.' }])
          assert.deepEqual(outcome.steps[0]?.calls[0]?.input, args)
          assert.deepEqual(outcome.steps[0]?.calls[0]?.problem, undefined)
          assert.deepEqual(requests[1]?.problems, [])
          assert.equal(outcome.text, 'Too many.')
        })
      }

      it('brings the key where the provider looks for it', async () => {
        const { requests } = await converse(modelAt, false, [{ text: 'Yes.' }])
        // Ollama at home needs none, and AWS signs its requests.
        const isKeyless = way === 'clientModel' && ['ollama', 'bedrock'].includes(provider)
        if (!isKeyless) assert.equal(requests[0]?.key, API_KEY)
      })
    })
  }
}
