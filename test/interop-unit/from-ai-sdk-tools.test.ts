import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { toAiSdkTools } from '../../src/interop/ai-sdk-tools.ts'
import { fromAiSdkTools } from '../../src/interop/from-ai-sdk-tools.ts'
import { outcomeOf, runImported } from './run-imported.ts'
import { ADD_SCHEMA, createSample } from './sample-tools.ts'

const inputSchema = z.object({})
const importOf = (fields: object) => fromAiSdkTools({ look: { inputSchema, ...fields } })
const outcome = async (fields: object) => outcomeOf(await runImported(importOf(fields)))

/** A tool whose output is shown to the model in these words. */
const shownAs = (output: unknown) => outcome({ execute: () => 'raw', toModelOutput: () => output })

describe('tools of the AI SDK', () => {
  it('bring their description, or their title', () => {
    const execute = (): string => 'seen'
    const described = importOf({ description: 'Looks', title: 'Look', execute }).tools[0]
    assert.equal(described?.definition.description, 'Looks')
    assert.equal(importOf({ title: 'Look', execute }).tools[0]?.definition.description, 'Look')
  })

  it('bring a schema of the SDK, a lazy one, or one of Zod', () => {
    const execute = (): string => 'seen'
    const schema = { [Symbol.for('vercel.ai.schema')]: true, jsonSchema: ADD_SCHEMA }
    const schemaOf = (inputSchema: unknown) =>
      fromAiSdkTools({ look: { inputSchema, execute } }).tools[0]?.definition.inputSchema
    assert.deepEqual(schemaOf(schema), ADD_SCHEMA)
    assert.deepEqual(
      schemaOf(() => schema),
      ADD_SCHEMA,
    )
    assert.deepEqual(schemaOf(z.object({ a: z.number() }))?.properties, { a: { type: 'number' } })
  })

  it('ask here when they ask there', () => {
    const asks = (needsApproval: unknown) =>
      importOf({ needsApproval, execute: () => 'seen' }).tools[0]?.definition.requiresConfirmation
    assert.equal(asks(true), true)
    assert.equal(
      asks(() => false),
      true,
    )
    assert.equal(asks(undefined), false)
  })

  it('are a problem when the client or the provider runs them', () => {
    assert.deepEqual(
      importOf({}).problems.map(({ toolName, code }) => [toolName, code]),
      [['look', 'DEFINE_IMPLEMENTATION_MISSING']],
    )
  })

  it('get the id of the call and its signal', async () => {
    const seen: unknown[] = []
    await outcome({
      execute(_args: unknown, options: { toolCallId: string; abortSignal: AbortSignal }) {
        seen.push(options.toolCallId, options.abortSignal instanceof AbortSignal)
        return 'seen'
      },
    })
    assert.deepEqual(seen, ['call_1', true])
  })

  it('give their value, or the last piece of a stream', async () => {
    assert.deepEqual(await outcome({ execute: () => ({ sky: 'blue' }) }), {
      type: 'json',
      value: { sky: 'blue' },
    })
    const pieces = async function* () {
      yield 'one'
      yield 'two'
    }
    assert.deepEqual(await outcome({ execute: pieces }), { type: 'text', text: 'two' })
  })

  it('fail with their own words', async () => {
    const execute = (): never => {
      throw new Error('too dark')
    }
    assert.deepEqual(await outcome({ execute }), ['EXECUTE_FAILED', "tool 'look' failed: too dark"])
  })

  it('are shown to the model in their own way', async () => {
    assert.deepEqual(await shownAs({ type: 'text', value: 'blue' }), { type: 'text', text: 'blue' })
    assert.deepEqual(await shownAs({ type: 'json', value: [1] }), { type: 'json', value: [1] })
    assert.deepEqual(await shownAs({ type: 'unheard', value: 1 }), {
      type: 'json',
      value: { type: 'unheard', value: 1 },
    })
  })

  it('fail when their output says so', async () => {
    const words = async (output: unknown) => JSON.stringify(await shownAs(output))
    assert.match(await words({ type: 'error-text', value: 'too dark' }), /EXECUTE_FAILED.*too dark/)
    assert.match(await words({ type: 'error-json', value: { lux: 0 } }), /EXECUTE_FAILED.*lux/)
    assert.match(await words({ type: 'execution-denied', reason: 'private' }), /EXECUTE_FAILED.*private/)
    assert.match(await words({ type: 'execution-denied' }), /EXECUTE_FAILED.*The call was denied/)
  })

  it('show files as what they are', async () => {
    const value = [
      { type: 'text', text: 'a text' },
      { type: 'file-data', data: 'aW1hZ2U=', mediaType: 'image/png' },
      { type: 'file-data', data: 'c291bmQ=', mediaType: 'audio/wav' },
      { type: 'file-data', data: 'ZGF0YQ==', mediaType: 'application/pdf', filename: 'a.pdf' },
      { type: 'file-data', data: 'ZGF0YQ==', mediaType: 'application/pdf' },
      { type: 'file-url', url: 'https://example.com/a' },
    ]
    assert.deepEqual(await shownAs({ type: 'content', value }), {
      type: 'parts',
      parts: [
        { type: 'text', text: 'a text' },
        { type: 'image', data: 'aW1hZ2U=', mimeType: 'image/png' },
        { type: 'audio', data: 'c291bmQ=', mimeType: 'audio/wav' },
        { type: 'resource', uri: 'a.pdf', mimeType: 'application/pdf', data: 'ZGF0YQ==' },
        { type: 'resource', uri: 'file', mimeType: 'application/pdf', data: 'ZGF0YQ==' },
        { type: 'text', text: '{"type":"file-url","url":"https://example.com/a"}' },
      ],
    })
    assert.deepEqual(await shownAs({ type: 'content', value: 'no list' }), { type: 'parts', parts: [] })
  })

  it('may be our own, there and back', async () => {
    const { toolwright } = createSample()
    const back = fromAiSdkTools(toAiSdkTools(toolwright, { only: ['add'] }))
    assert.deepEqual(outcomeOf(await runImported(back, { a: 1, b: 2 })), { type: 'json', value: { sum: 3 } })
  })
})
