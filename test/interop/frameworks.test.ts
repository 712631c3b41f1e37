import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startFakeProvider } from './fake-provider/server.ts'
import type { ScriptedCall, ScriptedTurn } from './fake-provider/wire-format.ts'
import { FRAMEWORK_LOOPS, type FrameworkLoop, type LoopRun } from './framework-loops.ts'
import { createScenario, CUT_SCRIPT, SCRIPT } from './scenario.ts'
import { createWaitingTool } from './waiting-tool.ts'

const MODES = ['plain', 'stream'] as const

/** Lets a framework's own loop talk to the scripted provider with our tools. */
async function converse(
  loop: FrameworkLoop,
  mode: (typeof MODES)[number],
  script: readonly ScriptedTurn[],
  run: Omit<LoopRun, 'url' | 'stream'>,
) {
  const provider = await startFakeProvider(script)
  try {
    const [settled] = await Promise.allSettled([
      loop({ ...run, url: provider.url, stream: mode === 'stream' }),
    ])
    const answer = settled.status === 'fulfilled' ? settled.value : undefined
    return { answer, settled, requests: provider.requests }
  } finally {
    await provider.close()
  }
}

const LANG_CHAIN_OLLAMA = 'LangChain over Ollama'
const ALWAYS_STREAMS: ReadonlySet<string> = new Set([LANG_CHAIN_OLLAMA])
/** Those that give each call an id of their own. */
const MAKES_IDS: ReadonlySet<string> = new Set([LANG_CHAIN_OLLAMA])

/** What a framework does in its own way, and its provider takes all the same: LangChain sends Ollama results without ids. */
function withoutOwn(name: string, problems: readonly string[]): readonly string[] {
  if (name !== LANG_CHAIN_OLLAMA) return problems
  return problems.filter((problem) => !/^calls .* are answered by|^a result without an id/.test(problem))
}

/** One call, then the end. */
const callOf = (call: ScriptedCall): readonly ScriptedTurn[] => [{ calls: [call] }, { text: 'So be it.' }]

for (const [name, loop] of Object.entries(FRAMEWORK_LOOPS)) {
  describe(name, () => {
    for (const mode of MODES) {
      it(`runs our tools in its own loop, denial and failure included, ${mode}`, async () => {
        const { toolwright, ran } = createScenario()
        const { answer, requests } = await converse(loop, mode, SCRIPT, { toolwright })
        assert.equal(answer, 'It is sunny in both.')
        assert.deepEqual(
          requests.map(({ streamed, problems }) => ({ streamed, problems: withoutOwn(name, problems) })),
          [0, 1].map(() => ({ streamed: ALWAYS_STREAMS.has(name) || mode === 'stream', problems: [] })),
        )
        assert.deepEqual(requests[0]?.tools.toSorted(), ['delete_file', 'get_weather', 'read_sensor'])
        assert.deepEqual(ran.toSorted(), ['get_weather Oslo', 'get_weather Paris', 'read_sensor'])
        const sent = requests[1]?.results ?? []
        assert.equal(sent.length, 4)
        assert.match(sent[0]?.text ?? '', /sunny/)
        assert.match(sent[2]?.text ?? '', /not today/)
        assert.match(sent[3]?.text ?? '', /the sensor is unplugged/)
      })

      it(`runs no call that the token limit cut, ${mode}`, async () => {
        const { toolwright, ran } = createScenario()
        const { requests } = await converse(loop, mode, CUT_SCRIPT, { toolwright })
        assert.deepEqual(ran, [])
        for (const { problems } of requests) assert.deepEqual(withoutOwn(name, problems), [])
      })

      it(`asks our approver, who sees the call, and runs what is approved, ${mode}`, async () => {
        const asked: unknown[] = []
        const { toolwright, ran } = createScenario(({ callId, toolName, arguments: args }) => {
          asked.push([callId, toolName, args])
          return 'approve'
        })
        const script = callOf({ id: 'callDel01', name: 'delete_file', args: { path: 'notes.txt' } })
        const { answer, requests } = await converse(loop, mode, script, { toolwright })
        assert.equal(answer, 'So be it.')
        assert.deepEqual(ran, ['delete_file notes.txt'])
        const id = MAKES_IDS.has(name) ? (asked[0] as string[])[0] : 'callDel01'
        assert.deepEqual(asked, [[id, 'delete_file', { path: 'notes.txt' }]])
        assert.match(requests[1]?.results[0]?.text ?? '', /deleted/)
      })

      it(`tells the model what is wrong with its arguments and runs nothing, ${mode}`, async () => {
        const { toolwright, ran } = createScenario()
        const script = callOf({ id: 'callBad01', name: 'get_weather', args: { city: 'Oslo', days: 99 } })
        const { answer, requests } = await converse(loop, mode, script, { toolwright })
        assert.equal(answer, 'So be it.')
        assert.deepEqual(ran, [])
        assert.match(requests[1]?.results[0]?.text ?? '', /days.*14/s)
      })

      it(`goes on when our time limit ends a tool, ${mode}`, async () => {
        const { toolwright, ended } = createWaitingTool()
        const script = callOf({ id: 'callWait1', name: 'wait', args: {} })
        const options = { execute: { timeoutMs: 30 } }
        const { answer, requests } = await converse(loop, mode, script, { toolwright, options })
        assert.equal(answer, 'So be it.')
        assert.equal((await ended).aborted, true)
        assert.match(requests[1]?.results[0]?.text ?? '', /30 ?ms/)
      })

      it(`ends a tool by its own signal, ${mode}`, async () => {
        const { toolwright, started, ended } = createWaitingTool()
        const script = callOf({ id: 'callWait1', name: 'wait', args: {} })
        const controller = new AbortController()
        void started.then(() => controller.abort())
        const { requests } = await converse(loop, mode, script, { toolwright, signal: controller.signal })
        assert.equal((await ended).aborted, true)
        assert.equal(requests.length, 1)
      })
    }
  })
}
