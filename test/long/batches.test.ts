import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createToolwright } from '../../src/index.ts'
import { codeOf, expectResult, openTool } from '../hostile/expect-value.ts'
import { makeTool } from '../register/make-tool.ts'
import { countRuns, untilTimeIsUp } from './fuzz.ts'

const wanted = fc.record({
  tool: fc.constantFrom('read', 'write', 'write_key', 'fail', 'missing'),
  key: fc.nat(2),
})

describe('batches, for as long as there is time', () => {
  it('give every call its result and let side effects of one thing happen in their order', async (context) => {
    const runs = countRuns(context)
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(wanted, { maxLength: 15 }),
        fc.integer({ min: 1, max: 8 }),
        fc.option(fc.nat(20)),
        async (scheduler, list, concurrency, cancelAt) => {
          const controller = new AbortController()
          const order: number[] = []
          const work =
            (name: string) =>
            async ({ index, key }: Record<string, unknown>) => {
              assert.equal(controller.signal.aborted, false)
              order.push(Number(index))
              await scheduler.schedule(Promise.resolve(), name)
              if (name === 'fail') throw new Error('fails')
              return key
            }
          const tw = createToolwright({
            concurrency,
            tools: ['read', 'write', 'fail']
              .map((name) =>
                openTool(work(name), {
                  name,
                  dangerLevel: 'safe',
                  constraints: { allowSideEffects: name !== 'read' },
                }),
              )
              .concat({
                ...openTool(work('write_key'), { name: 'write_key', dangerLevel: 'safe' }),
                resourceOf: (args) => String((args as { key?: unknown }).key),
              }),
          })
          const calls = list.map(({ tool, key }, index) => ({
            id: `c${index}`,
            name: tool,
            arguments: { index, key },
          }))
          let settled = false
          const batch = tw.executeBatch(calls, { signal: controller.signal }).finally(() => {
            settled = true
          })
          // oxlint-disable-next-line no-unmodified-loop-condition -- set when the batch ends
          for (let turn = 0; !settled; turn++) {
            if (turn === cancelAt) controller.abort()
            if (scheduler.count() > 0) await scheduler.waitOne()
            else await new Promise((resolve) => setImmediate(resolve))
          }
          const results = await batch
          assert.deepEqual(
            results.map(({ callId }) => callId),
            calls.map(({ id }) => id),
          )
          for (const result of results) {
            const code = codeOf(expectResult(result))
            if (code === 'EXECUTE_CANCELLED') assert.notEqual(cancelAt, null)
            else if (result.toolName === 'missing') assert.equal(code, 'TOOL_NOT_FOUND')
            else assert.equal(code, result.toolName === 'fail' ? 'EXECUTE_FAILED' : undefined)
          }
          assertOrder(order, list)
          runs.count()
        },
      ),
      untilTimeIsUp,
    )
    runs.report()
  })
})

/** Calls began in an order in which no side effect overtook a call on the same thing. */
function assertOrder(order: readonly number[], list: readonly { tool: string; key: number }[]): void {
  for (let later = 0; later < order.length; later++) {
    for (let earlier = 0; earlier < later; earlier++) {
      const first = list[order[earlier] ?? -1]
      const second = list[order[later] ?? -1]
      if (first === undefined || second === undefined || (order[earlier] ?? 0) < (order[later] ?? 0)) continue
      assert.ok(
        !conflict(first, second),
        `${order[earlier]} began before ${order[later]}: ${JSON.stringify(list)}`,
      )
    }
  }
}

function conflict(a: { tool: string; key: number }, b: { tool: string; key: number }): boolean {
  if (a.tool === 'read' && b.tool === 'read') return false
  return !(a.tool === 'write_key' && b.tool === 'write_key' && a.key !== b.key)
}

describe('the registry, for as long as there is time', () => {
  it('equals a plain map under calls that run meanwhile', async (context) => {
    const runs = countRuns(context)
    const command = fc.record({
      kind: fc.constantFrom('register', 'update', 'unregister', 'enable', 'disable', 'call'),
      name: fc.constantFrom('alpha', 'beta', 'gamma'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
        const tw = createToolwright()
        const model = new Map<string, boolean>()
        const pending: Promise<void>[] = []
        for (const { kind, name } of commands) {
          const enabled = model.get(name)
          if (kind === 'register') {
            assert.equal(tw.registry.tryRegister(makeTool(name)).ok, enabled === undefined)
            if (enabled === undefined) model.set(name, true)
          } else if (kind === 'update') {
            assert.equal(tw.registry.tryUpdate(name, makeTool(name)).ok, enabled !== undefined)
            if (enabled !== undefined) model.set(name, true)
          } else if (kind === 'unregister') {
            assert.equal(tw.registry.unregister(name) !== undefined, model.delete(name))
          } else if (kind === 'call') {
            const expected = enabled === undefined ? 'TOOL_NOT_FOUND' : enabled ? undefined : 'TOOL_DISABLED'
            const running = tw.execute({ id: name, name, arguments: { city: 'Oslo' } })
            pending.push(running.then((result) => assert.equal(codeOf(result), expected)))
          } else {
            assert.equal(tw.registry[kind](name), enabled !== undefined)
            if (enabled !== undefined) model.set(name, kind === 'enable')
          }
          assert.deepEqual(
            tw.registry
              .enabled()
              .map(({ definition }) => definition.name)
              .toSorted(),
            [...model]
              .filter(([, on]) => on)
              .map(([each]) => each)
              .toSorted(),
          )
        }
        await Promise.all(pending)
        runs.count()
      }),
      untilTimeIsUp,
    )
    runs.report()
  })
})
