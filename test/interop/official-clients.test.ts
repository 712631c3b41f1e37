import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../src/schema/json-schema.ts'
import { startFakeProvider } from './fake-provider/server.ts'
import type { ScriptedTurn } from './fake-provider/wire-format.ts'
import { OFFICIAL_CLIENTS, type OfficialClient } from './official-clients.ts'
import { createScenario, CUT_SCRIPT, SCRIPT } from './scenario.ts'

const MODES = ['plain', 'stream'] as const

/** The loop that a program writes by hand: ask, run what was called, answer, ask again. */
async function converse(
  client: OfficialClient,
  mode: (typeof MODES)[number],
  script: readonly ScriptedTurn[],
) {
  const provider = await startFakeProvider(script)
  try {
    const { toolwright, ran } = createScenario()
    const connection = client.connect(provider.url)
    const history: JsonObject[] = [client.question]
    const answers = []
    const results = []
    for (let round = 0; round < script.length; round++) {
      const turn = toolwright.prepare(client.provider)
      let decoded
      if (mode === 'plain') decoded = turn.decode(await connection.plain(history, turn.request))
      else {
        const accumulator = turn.accumulator()
        for await (const event of await connection.stream(history, turn.request)) accumulator.push(event)
        decoded = accumulator.end()
      }
      answers.push(decoded)
      history.push(...decoded.messages)
      if (decoded.calls.length === 0) continue
      const batch = await toolwright.executeBatch(decoded.calls)
      results.push(...batch)
      history.push(...turn.encodeResults(batch))
    }
    return { answers, results, ran, requests: provider.requests }
  } finally {
    await provider.close()
  }
}

for (const client of OFFICIAL_CLIENTS) {
  describe(`the official client of ${client.provider}`, () => {
    for (const mode of MODES) {
      it(`brings calls and takes results, ${mode}`, async () => {
        const { answers, results, ran, requests } = await converse(client, mode, SCRIPT)
        assert.deepEqual(
          requests.map(({ format, streamed, problems }) => ({ format, streamed, problems })),
          [0, 1].map(() => ({ format: client.provider, streamed: mode === 'stream', problems: [] })),
        )
        assert.deepEqual(requests[0]?.tools.toSorted(), ['delete_file', 'get_weather', 'read_sensor'])
        assert.deepEqual(answers[0]?.problems, [])
        // Cohere has a field of its own for what is said before calls.
        assert.equal(`${answers[0]?.reasoning}${answers[0]?.text}`, 'Let me look.')
        assert.equal(answers[0]?.finish, 'tool_calls')
        assert.deepEqual(
          results.map((result) => (result.status === 'failed' ? result.error.code : result.status)),
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
        assert.equal(answers[1]?.text, 'It is sunny in both.')
        assert.equal(answers[1]?.finish, 'stop')
      })

      it(`never runs a call that the token limit cut, ${mode}`, async () => {
        const { answers, results, ran, requests } = await converse(client, mode, CUT_SCRIPT)
        assert.equal(answers[0]?.finish, 'length')
        assert.deepEqual(ran, [])
        assert.deepEqual(
          results.map((result) => (result.status === 'failed' ? result.error.code : result.status)),
          ['ARGUMENTS_TRUNCATED'],
        )
        assert.deepEqual(
          requests.map(({ problems }) => problems),
          [[], []],
        )
        assert.equal(answers[1]?.text, 'I was cut.')
      })
    }
  })
}
