import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anthropic } from '../../src/providers/anthropic.ts'
import { bedrock } from '../../src/providers/bedrock.ts'
import { createFrameReader } from '../../src/providers/framing/create-frame-reader.ts'
import type { ProviderFormat } from '../../src/providers/provider-format.ts'
import { hearEvents } from '../fixtures/providers/hear-events.ts'
import { listCorpus, needsCorpora, readCorpus, readJson } from '../hostile/corpora.ts'

// What `recorded-streams.test.ts` does not look at: whole bodies, and what the assembler tells beside the calls.

interface ExpectedCall {
  readonly id: string
  readonly name: string
  readonly args: string
}

const FOLDERS: readonly (readonly [string, ProviderFormat])[] = [
  ['anthropic', anthropic],
  ['bedrock-converse', bedrock],
]

/** Calls that the provider ran itself: the independent replay counts them, we echo them. */
const isOurs = ({ id, name }: ExpectedCall) => !id.startsWith('srvtoolu_') && name !== 'nova_code_interpreter'

/** Streams that end without saying so: cut when they were recorded. */
const SPLICED = 'anthropic/ai__spliced-message-start.chunks.txt'
const CUT = 'anthropic/anthropic-sdk-typescript__incomplete_partial_json_response.txt'

function readEvents(file: string): unknown[] {
  const bytes = readCorpus(`recorded-streams/${file}`)
  const framing = file.endsWith('.bin') ? 'aws-event-stream' : file.endsWith('.chunks.txt') ? 'ndjson' : 'sse'
  const reader = createFrameReader(framing)
  return [...reader.push(bytes), ...reader.end()].map((frame) => {
    assert.ok(frame.ok)
    return frame.event
  })
}

function filesOf(folder: string): string[] {
  if (needsCorpora.skip !== undefined) return []
  return listCorpus(`recorded-streams/${folder}`).map((path) => path.replace('recorded-streams/', ''))
}

describe('recorded blocks', needsCorpora, () => {
  for (const [folder, format] of FOLDERS) {
    for (const file of filesOf(folder).filter((name) => name.endsWith('.json'))) {
      it(`reads the body ${file}`, () => {
        const body = readJson(`recorded-streams/${file}`)
        const { calls, finish, problems, messages } = format.decode(body)
        assert.equal(format.recognises(body), true)
        assert.deepEqual(problems, [])
        assert.equal(finish, calls.length > 0 ? 'tool_calls' : 'stop')
        for (const { id, name, arguments: args } of calls) {
          assert.ok(id !== undefined && name !== undefined && typeof args === 'object')
        }
        assert.equal(messages.length, 1)
      })
    }

    for (const file of filesOf(folder).filter((name) => !name.endsWith('.json'))) {
      it(`assembles ${file}`, () => {
        const expected = readJson('recorded-streams/expected.json') as Record<string, ExpectedCall[]>
        const { told, outcome } = hearEvents(format, readEvents(file))
        const { calls, text } = format.decode(outcome.response)
        const wanted = (expected[file] ?? []).filter(isOurs).filter(({ id }) => id !== 'toolu_first')
        assert.deepEqual(
          calls.map(({ id, name, arguments: args }) => ({
            id,
            name,
            args: typeof args === 'string' ? args : Object.keys(args as object).join(),
          })),
          wanted,
        )
        const heard = told.filter(([kind]) => kind === 'text').map(([, piece]) => piece)
        if (file !== SPLICED) assert.equal(heard.join(''), text)
        assert.deepEqual(outcome.problems, [])
        assert.equal(outcome.ended, true)
        assert.deepEqual(outcome.unfinished, file === CUT ? [0] : [])
        assert.equal(
          told.some(([kind]) => kind === 'reset'),
          file === SPLICED,
        )
      })
    }
  }

  it('reads answers of models that were invoked without Converse, each by its own format', () => {
    for (const file of filesOf('bedrock-other')) {
      const body = readJson(`recorded-streams/${file}`)
      const format = file.includes('claude') ? anthropic : bedrock
      assert.deepEqual(
        format.decode(body).calls.map(({ name }) => name),
        ['get_current_weather', 'get_current_weather'],
      )
    }
  })

  it('blocks the answer that was refused after a search', () => {
    const events = readEvents('anthropic/anthropic-sdk-python__stream-a-toolrefusal.sse')
    const { finish, calls } = anthropic.decode(hearEvents(anthropic, events).outcome.response)
    assert.equal(finish, 'blocked')
    assert.deepEqual(calls, [])
  })
})
