import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromMastraTools } from '../../src/interop/from-mastra-tools.ts'
import { outcomeOf, runImported } from './run-imported.ts'
import { ADD_SCHEMA } from './sample-tools.ts'

const mastraTool = (fields: object) => ({
  id: 'addUp',
  description: 'Adds',
  inputSchema: ADD_SCHEMA,
  execute: () => ({ sum: 3 }),
  ...fields,
})

describe('tools of Mastra', () => {
  it('are named by the key of a record, or by their id in a list', () => {
    const nameOf = (tools: Parameters<typeof fromMastraTools>[0]) =>
      fromMastraTools(tools).tools[0]?.definition.name
    assert.equal(nameOf({ sumUp: mastraTool({}) }), 'sum_up')
    assert.equal(nameOf([mastraTool({})]), 'add_up')
  })

  it('ask here when they ask there', () => {
    const asks = (fields: object) =>
      fromMastraTools([mastraTool(fields)]).tools[0]?.definition.requiresConfirmation
    assert.equal(asks({ requireApproval: true }), true)
    assert.equal(asks({ needsApprovalFn: () => false }), true)
    assert.equal(asks({}), false)
  })

  it('are a problem when nothing executes them', () => {
    assert.deepEqual(
      fromMastraTools([mastraTool({ execute: undefined })]).problems.map(({ toolName, code }) => [
        toolName,
        code,
      ]),
      [['addUp', 'DEFINE_IMPLEMENTATION_MISSING']],
    )
  })

  it('get arguments and signal, and give their value', async () => {
    const seen: unknown[] = []
    const execute = (args: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
      seen.push(args, abortSignal instanceof AbortSignal)
      return { sum: 3 }
    }
    const result = await runImported(fromMastraTools([mastraTool({ execute })]), { a: 1, b: 2 })
    assert.deepEqual(outcomeOf(result), { type: 'json', value: { sum: 3 } })
    assert.deepEqual(seen, [{ a: 1, b: 2 }, true])
  })

  it('fail when they refuse their arguments, which Mastra gives back as a value', async () => {
    const execute = () => ({ error: true, message: 'a is odd', validationErrors: {} })
    const result = await runImported(fromMastraTools([mastraTool({ execute })]), { a: 1, b: 2 })
    assert.deepEqual(outcomeOf(result), ['EXECUTE_FAILED', 'a is odd'])
  })
})
