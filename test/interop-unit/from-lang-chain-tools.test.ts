import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fromLangChainTools } from '../../src/interop/from-lang-chain-tools.ts'
import { outcomeOf, runImported } from './run-imported.ts'
import { ADD_SCHEMA } from './sample-tools.ts'

/** A structured tool, as far as it is read. */
const importOf = (invoke?: (args: unknown, config: { signal?: AbortSignal }) => unknown) =>
  fromLangChainTools([{ name: 'addUp', description: 'Adds', schema: ADD_SCHEMA, ...(invoke && { invoke }) }])

const outcome = async (output: unknown) =>
  outcomeOf(
    await runImported(
      importOf(() => output),
      { a: 1, b: 2 },
    ),
  )

describe('tools of LangChain', () => {
  it('bring their name, description and schema', () => {
    const definition = importOf(() => 3).tools[0]?.definition
    assert.equal(definition?.name, 'add_up')
    assert.equal(definition?.description, 'Adds')
    assert.deepEqual(definition?.inputSchema, ADD_SCHEMA)
  })

  it('are a problem when nothing invokes them', () => {
    assert.deepEqual(
      importOf().problems.map(({ toolName, code }) => [toolName, code]),
      [['addUp', 'DEFINE_IMPLEMENTATION_MISSING']],
    )
  })

  it('are named by their place when they have no name', () => {
    const { tools } = fromLangChainTools([{ schema: ADD_SCHEMA, invoke: () => 3 }])
    assert.equal(tools[0]?.definition.name, 'tool_1')
  })

  it('get arguments and signal', async () => {
    const seen: unknown[] = []
    const imported = importOf((args, { signal }) => {
      seen.push(args, signal instanceof AbortSignal)
      return 'done'
    })
    await runImported(imported, { a: 1, b: 2 })
    assert.deepEqual(seen, [{ a: 1, b: 2 }, true])
  })

  it('give their value, or the content of their message', async () => {
    assert.deepEqual(await outcome({ sum: 3 }), { type: 'json', value: { sum: 3 } })
    const message = { lc_direct_tool_output: true, content: 'three', status: 'success' }
    assert.deepEqual(await outcome(message), { type: 'text', text: 'three' })
  })

  it('fail when their message says so', async () => {
    const message = { lc_direct_tool_output: true, status: 'error' }
    assert.deepEqual(await outcome({ ...message, content: 'no paper' }), ['EXECUTE_FAILED', 'no paper'])
    assert.deepEqual(await outcome({ ...message, content: [{ type: 'text', text: 'no ink' }] }), [
      'EXECUTE_FAILED',
      '[{"type":"text","text":"no ink"}]',
    ])
  })
})
