import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BridgeHost, type BridgeOptions, offeredTools, runCall } from '../../src/interop/bridge.ts'
import { createSample } from './sample-tools.ts'

const offered = (options: BridgeOptions, toolwright: BridgeHost = createSample().toolwright) =>
  offeredTools('toSomewhere', toolwright, options).map(({ name }) => name)

describe('the tools that a bridge gives away', () => {
  it('are all that are enabled', () => {
    const { toolwright } = createSample()
    toolwright.registry.disable('greet')
    assert.deepEqual(offered({}, toolwright), ['add', 'show', 'break_down', 'delete_all'])
  })

  it('are those that were named', () => {
    assert.deepEqual(offered({ only: ['greet', 'add'] }), ['add', 'greet'])
    assert.deepEqual(offered({ only: [] }), [])
  })

  it('do not include a named one that is disabled', () => {
    const { toolwright } = createSample()
    toolwright.registry.disable('greet')
    assert.deepEqual(offered({ only: ['greet', 'add'] }, toolwright), ['add'])
  })

  it('must exist', () => {
    assert.throws(() => offered({ only: ['add', 'subtract'] }), {
      code: 'OPTION_INVALID',
      message: /`only` of `toSomewhere` names `subtract`, which is not registered/,
    })
  })

  it('come with known options only', () => {
    assert.throws(() => offered({ onyl: ['add'] } as BridgeOptions), { code: 'OPTION_INVALID' })
    assert.throws(() => offered({ only: 'add' } as unknown as BridgeOptions), { code: 'OPTION_INVALID' })
    for (const [execute, message] of [
      [{ timeoutMS: 5 }, /the option `execute` of .* has no option `timeoutMS`. Did you mean `timeoutMs`\?/],
      [{ timeoutMs: 'soon' }, /must be a number of milliseconds from 0/],
      [{ signal: AbortSignal.abort() }, /has no option `signal`/],
      [{ onApproval: 'return' }, /has no option `onApproval`/],
    ] as const) {
      assert.throws(() => offered({ execute } as unknown as BridgeOptions), {
        code: 'OPTION_INVALID',
        message,
      })
    }
  })
})

describe('a call of a framework', () => {
  const args = { a: 1, b: 2 }

  it('keeps its id, and gets one where it has none', async () => {
    const { toolwright } = createSample()
    const call = { name: 'add', args }
    assert.equal((await runCall(toolwright, {}, { ...call, id: 'call_1' })).callId, 'call_1')
    assert.match((await runCall(toolwright, {}, { ...call, id: '' })).callId, /^[0-9a-f-]{36}$/)
    assert.match((await runCall(toolwright, {}, call)).callId, /^[0-9a-f-]{36}$/)
  })

  it('is cancelled by the signal of the framework', async () => {
    const { toolwright, ran } = createSample()
    const result = await runCall(toolwright, {}, { name: 'add', args, signal: AbortSignal.abort() })
    assert.equal(result.status === 'failed' && result.error.code, 'EXECUTE_CANCELLED')
    assert.deepEqual(ran, [])
  })

  it('is made by the caller that the options name', async () => {
    const { toolwright } = createSample()
    const seen: unknown[] = []
    const host: BridgeHost = {
      registry: toolwright.registry,
      execute(call, options) {
        seen.push(options?.caller, options?.conversationId, options?.onApproval)
        return toolwright.execute(call, options)
      },
    }
    const caller = { id: 'ann' }
    await runCall(host, { execute: { caller, conversationId: 'talk' } }, { name: 'add', args })
    assert.deepEqual(seen, [caller, 'talk', 'wait'])
  })
})
