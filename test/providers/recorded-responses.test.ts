import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openaiResponses } from '../../src/providers/openai-responses.ts'
import type { WireCall } from '../../src/providers/decoded.ts'
import type { DeltaSink } from '../../src/providers/stream/stream-delta.ts'
import { listCorpus, needsCorpora, readCorpus, readJson } from '../hostile/corpora.ts'

const FOLDER = 'recorded-streams/openai-responses'

interface ExpectedCall {
  readonly id: string
  readonly name: string
  readonly args: string
}

function expectedCalls(): Record<string, ExpectedCall[]> {
  return readJson('recorded-streams/expected.json') as Record<string, ExpectedCall[]>
}

function readEvents(path: string): unknown[] {
  const lines = readCorpus(path).toString().split('\n')
  const data = path.endsWith('.sse')
    ? lines.filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length))
    : lines
  return data
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as unknown)
}

/** What a program that only listens to the deltas gets. */
function listen() {
  const heard = {
    text: '',
    reasoning: '',
    calls: new Map<number, { name?: string; args: string }>(),
    ends: 0,
  }
  const callAt = (index: number) => {
    const call = heard.calls.get(index) ?? { args: '' }
    heard.calls.set(index, call)
    return call
  }
  const sink: DeltaSink = {
    text: (text) => void (heard.text += text),
    reasoning: (text) => void (heard.reasoning += text),
    callStart: (index, _id, name) => void Object.assign(callAt(index), name === undefined ? {} : { name }),
    callArguments: (index, text) => void (callAt(index).args += text),
    callValue: () => assert.fail('Responses streams text'),
    callEnd: () => void heard.ends++,
    reset: () => assert.fail('no recording starts over'),
  }
  return { heard, sink }
}

/** expected.json has the free text of a custom tool as it came. */
function comparable({ id, name, arguments: args, echo }: WireCall): unknown {
  const text = String(args)
  return {
    id,
    name,
    args: echo?.['kind'] === 'custom' ? (JSON.parse(text) as { input: string }).input : text,
  }
}

describe('recorded streams of OpenAI Responses', () => {
  it('give the expected calls, and the deltas add up to the answer', needsCorpora, () => {
    const expected = expectedCalls()
    const paths = listCorpus(FOLDER).filter((path) => !path.endsWith('.json'))
    assert.ok(paths.length > 30)
    for (const path of paths) {
      const assembler = openaiResponses.createAssembler()
      const { heard, sink } = listen()
      for (const event of readEvents(path)) assembler.push(event, sink)
      const { response, problems, unfinished, ended } = assembler.end()
      assert.deepEqual({ problems, unfinished, ended }, { problems: [], unfinished: [], ended: true }, path)
      const decoded = openaiResponses.decode(response)
      assert.deepEqual(decoded.problems, [], path)
      assert.equal(heard.text, decoded.text, path)
      assert.equal(heard.reasoning, decoded.reasoning, path)
      assert.equal(heard.ends, decoded.calls.length, path)
      assert.deepEqual(
        [...heard.calls.values()],
        decoded.calls.map(({ name, arguments: args }) => ({ args, name })),
        path,
      )
      const key = path.slice('recorded-streams/'.length)
      assert.deepEqual(decoded.calls.map(comparable), expected[key], path)
    }
  })

  it('give the calls that stand in whole bodies, and the items unchanged', needsCorpora, () => {
    const paths = listCorpus(FOLDER).filter((path) => path.endsWith('.json'))
    assert.ok(paths.length > 10)
    for (const path of paths) {
      const body = readJson(path) as { output: { type: string; call_id: string; name: string }[] }
      const { calls, messages, finish, problems } = openaiResponses.decode(body)
      const items = body.output.filter(({ type }) => /^(?:function|custom_tool)_call$/.test(type))
      assert.deepEqual(
        calls.map(({ id, name }) => ({ id, name })),
        items.map(({ call_id: id, name }) => ({ id, name })),
        path,
      )
      assert.deepEqual(messages, body.output, path)
      assert.deepEqual({ finish, problems }, { finish: 'tool_calls', problems: [] }, path)
      assert.ok(openaiResponses.recognises(body), path)
    }
  })
})
