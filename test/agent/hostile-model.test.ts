import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AgentOutcome } from '../../src/agent/agent-outcome.ts'
import type { AgentState } from '../../src/agent/agent-state.ts'
import type { Model } from '../../src/agent/model.ts'
import { resumeAgent } from '../../src/agent/resume-agent.ts'
import { runAgent } from '../../src/agent/run-agent.ts'
import { createToolwright } from '../../src/toolwright.ts'
import { deleteTool, tideTool } from './sample-tools.ts'
import { aCall, MODEL_WRITERS } from './scripted-model.ts'

const SCRIPT = {
  text: 'Let me look.',
  calls: [aCall(1, 'get_tide', { port: 'Oban' }), aCall(2, 'delete_file', { path: '/a' })],
}

/** What takes the place of a part of an answer. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    '',
    '{',
    '{"a":',
    'null',
    '__proto__',
    'constructor',
    [],
    [[]],
    {},
    10n,
    undefined,
  ),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true}}') as unknown),
  fc.jsonValue({ maxDepth: 3 }),
)

interface Mutation {
  readonly at: number
  readonly kind: 'replace' | 'remove' | 'repeat'
  readonly value: unknown
}

const mutation = fc.record<Mutation>({
  at: fc.nat(200),
  kind: fc.constantFrom('replace', 'remove', 'repeat'),
  value: odd,
})

/** The same value with one of its parts changed. */
function mutated(value: unknown, { at, kind, value: other }: Mutation): unknown {
  const places: (readonly [owner: Record<string, unknown>, key: string])[] = []
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const key of Object.keys(part)) {
      places.push([part as Record<string, unknown>, key])
      walk((part as Record<string, unknown>)[key])
    }
  }
  const copy = { root: structuredClone(value) }
  walk(copy)
  const [owner, key] = places[at % places.length] ?? assert.fail()
  if (kind === 'replace') owner[key] = other
  else if (kind === 'remove' && Array.isArray(owner)) owner.splice(Number(key), 1)
  else if (kind === 'remove') delete owner[key]
  else owner[key] = [owner[key], owner[key]]
  return copy.root
}

function assertSound({ messages, status, steps }: AgentOutcome): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant' || message.calls === undefined) continue
    const next = messages[index + 1]
    if (status === 'paused' && next === undefined) continue
    assert.deepEqual(
      next?.role === 'tool' && next.results.map(({ callId }) => callId),
      message.calls.map(({ id }) => id),
    )
  }
  for (const { calls } of steps) assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length)
  assert.equal('polluted' in {}, false)
}

for (const writer of MODEL_WRITERS) {
  describe(`an agent with a broken ${writer.id}`, () => {
    it('ends with an outcome whatever the answer holds, and so does a resumed run', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          async (mutations, streaming) => {
            const good = streaming ? writer.events(SCRIPT, (text) => [text]) : writer.whole(SCRIPT)
            const broken = mutations.reduce<unknown>(mutated, good)
            const { tool: remove, deleted } = deleteTool()
            const tools = [tideTool().tool, remove]
            const toolwright = createToolwright({ tools })
            let asked = 0
            const model: Model = {
              provider: writer.id,
              name: 'broken',
              generate: async () => (asked++ === 0 ? broken : writer.whole({ text: 'Done.', calls: [] })),
              async *stream() {
                const events =
                  asked++ === 0 ? broken : writer.events({ text: 'Done.', calls: [] }, (text) => [text])
                yield* Array.isArray(events) ? (events as unknown[]) : [events]
              },
            }
            const options = { model, toolwright, messages: 'Go', streaming, maxSteps: 3 }
            const outcome = await runAgent({
              ...options,
              approval: 'pause',
              partial: true,
              onEvent: () => undefined,
            })
            assertSound(outcome)
            assert.deepEqual(deleted, [])
            if (outcome.status !== 'paused') return
            const state = JSON.parse(JSON.stringify(outcome.state)) as AgentState
            const decisions = state.pending.map(({ callId }) => ({ callId, decision: 'approve' as const }))
            assertSound(await resumeAgent(state, { model, toolwright, decisions }))
          },
        ),
        { numRuns: 60 },
      )
    })
  })
}
