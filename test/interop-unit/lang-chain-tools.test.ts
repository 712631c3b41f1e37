import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LangChainParts, toLangChainTools } from '../../src/interop/lang-chain-tools.ts'
import { ADD_SCHEMA, createSample, type Sample } from './sample-tools.ts'

type ToolFunction = LangChainParts<object>['tool']
type Run = Parameters<ToolFunction>[0]
type Fields = Parameters<ToolFunction>[1]

/** Stands for LangChain's `DynamicStructuredTool`: refuses what lacks a required field, then runs. */
class FakeTool {
  readonly run: Run
  readonly fields: Fields

  constructor(run: Run, fields: Fields) {
    this.run = run
    this.fields = fields
  }

  async invoke(args: Readonly<Record<string, unknown>>, config: Parameters<Run>[1] = {}) {
    const required: readonly string[] = this.fields.schema.required ?? []
    if (required.some((name) => !Object.hasOwn(args, name))) throw new Error('did not match the schema')
    return this.run(args, config)
  }
}

class FakeToolMessage {
  readonly fields: object

  constructor(fields: object) {
    this.fields = fields
  }
}

const tool = (run: Run, fields: Fields): FakeTool => new FakeTool(run, fields)

function langChainTool(
  name: string,
  { toolwright }: Sample = createSample(),
  ToolMessage?: typeof FakeToolMessage,
) {
  const parts = { tool, ...(ToolMessage === undefined ? {} : { ToolMessage }) }
  const [found] = toLangChainTools(toolwright, parts, { only: [name] })
  assert.ok(found)
  return found
}

const withId = (id: string) => ({ toolCall: { id } })

describe('tools for LangChain', () => {
  it('are made by its own function, with the schema of the definition', () => {
    const { name, description, schema, responseFormat } = langChainTool('add').fields
    assert.deepEqual(
      { name, description, schema, responseFormat },
      {
        name: 'add',
        description: 'Adds two numbers',
        schema: ADD_SCHEMA,
        responseFormat: 'content_and_artifact',
      },
    )
  })

  it('give text and the whole result, and keep the id of the call', async () => {
    const sample = createSample()
    const [content, artifact] = await langChainTool('add', sample).invoke({ a: 1, b: 2 }, withId('call_7'))
    assert.equal(content, '{\n  "sum": 3\n}')
    assert.equal(artifact.status, 'succeeded')
    assert.deepEqual(sample.ran, ['call_7'])
  })

  it('explain wrong arguments themselves, instead of the check of LangChain', async () => {
    const sample = createSample()
    const [content] = await langChainTool('add', sample).invoke({ a: 1 }, withId('call_1'))
    assert.match(String(content), /^Error: .*\n- b: /)
    assert.deepEqual(sample.ran, [])
  })

  it('answer a failure with a message of status error where they can', async () => {
    const sample = createSample()
    const denied = langChainTool('delete_all', sample, FakeToolMessage)
    const [message, artifact] = await denied.invoke({}, withId('call_1'))
    assert.ok(message instanceof FakeToolMessage)
    const { content, ...fields } = message.fields as { readonly content: string }
    assert.match(content, /^Error: .*not today/)
    assert.deepEqual(fields, { status: 'error', artifact, tool_call_id: 'call_1', name: 'delete_all' })
    assert.deepEqual(sample.ran, [])
  })

  it('answer a failure with text where there is no message class or no id', async () => {
    const [plain] = await langChainTool('break_down').invoke({}, withId('call_1'))
    assert.match(String(plain), /^Error: .*unplugged/)
    const [direct] = await langChainTool('break_down', createSample(), FakeToolMessage).invoke({})
    assert.match(String(direct), /^Error: .*unplugged/)
  })

  it('are cancelled by the signal of the run', async () => {
    const sample = createSample()
    const config = { ...withId('call_1'), signal: AbortSignal.abort() }
    const [, artifact] = await langChainTool('add', sample).invoke({ a: 1, b: 2 }, config)
    assert.equal(artifact.status === 'failed' && artifact.error.code, 'EXECUTE_CANCELLED')
    assert.deepEqual(sample.ran, [])
  })

  it('give parts as content blocks', async () => {
    const [content] = await langChainTool('show').invoke({}, withId('call_1'))
    assert.deepEqual(content, [
      { type: 'text', text: 'a text' },
      { type: 'image', source_type: 'base64', data: 'aW1hZ2U=', mime_type: 'image/png' },
      { type: 'audio', source_type: 'base64', data: 'c291bmQ=', mime_type: 'audio/wav' },
      { type: 'text', text: 'the notes' },
      { type: 'text', text: '[resource file:///data.bin]' },
      { type: 'text', text: '[resource file:///far]' },
    ])
  })
})
