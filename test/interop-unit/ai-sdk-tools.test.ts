import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AiSdkTool, toAiSdkTools } from '../../src/interop/ai-sdk-tools.ts'
import { ADD_SCHEMA, createSample, type Sample } from './sample-tools.ts'

function aiSdkTool(name: string, { toolwright }: Sample = createSample()): AiSdkTool {
  const tool = toAiSdkTools(toolwright)[name]
  assert.ok(tool)
  return tool
}

/** What `generateText` makes of a call: runs it and asks for the words that the model gets. */
async function outputOf(name: string) {
  const tool = aiSdkTool(name)
  return tool.toModelOutput({ output: await tool.execute({}, { toolCallId: 'call_1' }) })
}

describe('tools for the AI SDK', () => {
  it('are a record by name', () => {
    const { toolwright } = createSample()
    const names = Object.keys(toAiSdkTools(toolwright, { only: ['add', 'greet'] }))
    assert.deepEqual(names, ['add', 'greet'])
  })

  it('describe themselves by a schema of the SDK that checks nothing', () => {
    const { description, inputSchema } = aiSdkTool('add')
    assert.equal(description, 'Adds two numbers')
    assert.equal(Reflect.get(inputSchema, Symbol.for('vercel.ai.schema')), true)
    assert.deepEqual(inputSchema.jsonSchema, ADD_SCHEMA)
    assert.equal(inputSchema.validate, undefined)
  })

  it('run with the id of the call', async () => {
    const sample = createSample()
    const output = await aiSdkTool('add', sample).execute({ a: 1, b: 2 }, { toolCallId: 'call_7' })
    assert.deepEqual(output, { type: 'json', value: { sum: 3 } })
    assert.deepEqual(sample.ran, ['call_7'])
  })

  it('throw what went wrong, so that the SDK tells the model', async () => {
    const sample = createSample()
    const options = { toolCallId: 'call_1' }
    await assert.rejects(aiSdkTool('delete_all', sample).execute({}, options), {
      code: 'APPROVAL_DENIED',
      message: /not today/,
    })
    await assert.rejects(aiSdkTool('break_down', sample).execute({}, options), {
      code: 'EXECUTE_FAILED',
      message: /the sensor is unplugged/,
    })
    await assert.rejects(aiSdkTool('add', sample).execute({ a: true, b: 2 }, options), {
      code: 'ARGUMENTS_INVALID',
      message: /a: expected a number/,
    })
    assert.deepEqual(sample.ran, [])
  })

  it('are cancelled by the signal of the SDK', async () => {
    const sample = createSample()
    const options = { toolCallId: 'call_1', abortSignal: AbortSignal.abort() }
    await assert.rejects(aiSdkTool('add', sample).execute({ a: 1, b: 2 }, options), {
      code: 'EXECUTE_CANCELLED',
    })
    assert.deepEqual(sample.ran, [])
  })

  it('show text, JSON and every kind of part in the words of the SDK', async () => {
    assert.deepEqual(await outputOf('greet'), { type: 'text', value: 'hello' })
    const add = aiSdkTool('add')
    assert.deepEqual(add.toModelOutput({ output: { type: 'json', value: [1] } }), {
      type: 'json',
      value: [1],
    })
    assert.deepEqual(await outputOf('show'), {
      type: 'content',
      value: [
        { type: 'text', text: 'a text' },
        { type: 'file-data', data: 'aW1hZ2U=', mediaType: 'image/png' },
        { type: 'file-data', data: 'c291bmQ=', mediaType: 'audio/wav' },
        { type: 'text', text: 'the notes' },
        { type: 'file-data', data: 'ZGF0YQ==', mediaType: 'application/octet-stream' },
        { type: 'text', text: 'file:///far' },
      ],
    })
  })
})
