import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toMastraTools } from '../../src/interop/mastra-tools.ts'
import { ADD_SCHEMA, createSample, type Sample } from './sample-tools.ts'

/** Mastra's `createTool` keeps the fields that it is given. */
function mastraTool(name: string, { toolwright }: Sample = createSample()) {
  const tool = toMastraTools(toolwright, { createTool: (fields) => fields })[name]
  assert.ok(tool)
  return tool
}

describe('tools for Mastra', () => {
  it('are made by its own function, by name', () => {
    const { id, description } = mastraTool('add')
    assert.deepEqual({ id, description }, { id: 'add', description: 'Adds two numbers' })
  })

  it('have a schema that describes, may be rewritten, and lets everything pass', () => {
    const { inputSchema } = mastraTool('add')
    const { jsonSchema, validate } = inputSchema['~standard']
    delete jsonSchema.input()['properties']
    assert.deepEqual(jsonSchema.input(), ADD_SCHEMA)
    assert.deepEqual(jsonSchema.output(), ADD_SCHEMA)
    assert.deepEqual(validate({ a: 'no number' }), { value: { a: 'no number' } })
  })

  it('give the bare value, and keep the id of the call', async () => {
    const sample = createSample()
    const context = { agent: { toolCallId: 'call_7' } }
    assert.deepEqual(await mastraTool('add', sample).execute({ a: 1, b: 2 }, context), { sum: 3 })
    assert.deepEqual(sample.ran, ['call_7'])
    assert.equal(await mastraTool('greet').execute({}), 'hello')
  })

  it('throw what went wrong, so that Mastra tells the model', async () => {
    const sample = createSample()
    await assert.rejects(mastraTool('delete_all', sample).execute({}), {
      code: 'APPROVAL_DENIED',
      message: /not today/,
    })
    await assert.rejects(mastraTool('add', sample).execute({ a: true }), { code: 'ARGUMENTS_INVALID' })
    assert.deepEqual(sample.ran, [])
  })

  it('are cancelled by the signal of Mastra', async () => {
    const sample = createSample()
    const context = { abortSignal: AbortSignal.abort() }
    await assert.rejects(mastraTool('add', sample).execute({ a: 1, b: 2 }, context), {
      code: 'EXECUTE_CANCELLED',
    })
    assert.deepEqual(sample.ran, [])
  })
})
