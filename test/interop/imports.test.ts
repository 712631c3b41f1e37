import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tool as langChainTool } from '@langchain/core/tools'
import { createTool } from '@mastra/core/tools'
import { tool as agentsTool } from '@openai/agents'
import { jsonSchema, tool as aiSdkTool } from 'ai'
import { z } from 'zod'
import { fromAiSdkTools } from '../../src/interop/from-ai-sdk-tools.ts'
import { fromLangChainTools } from '../../src/interop/from-lang-chain-tools.ts'
import { fromMastraTools } from '../../src/interop/from-mastra-tools.ts'
import { fromOpenAiAgentsTools } from '../../src/interop/from-open-ai-agents-tools.ts'
import type { ImportedTools } from '../../src/interop/import-tools.ts'
import { createToolwright } from '../../src/toolwright.ts'

const description = 'Adds two numbers'
const input = z.object({ a: z.number(), b: z.number() })
const add = ({ a, b }: { a: number; b: number }): string => `sum ${a + b}`
const fail = (): string => {
  throw new Error('the adder is broken')
}

/** Tools of a framework: one that adds, one that fails, one that waits for its signal, one that nothing here can run. */
type Load = (wait: (signal: AbortSignal | undefined) => Promise<string>) => ImportedTools

const IMPORTS: Readonly<Record<string, Load>> = {
  'ai-sdk': (wait) =>
    fromAiSdkTools({
      addNumbers: aiSdkTool({ description, inputSchema: input, execute: add }),
      failAlways: aiSdkTool({ description: 'Fails', inputSchema: input, execute: fail }),
      waitLong: aiSdkTool({
        description: 'Waits',
        inputSchema: input,
        execute: (_args, { abortSignal }) => wait(abortSignal),
      }),
      askUser: aiSdkTool({ description: 'Run by the client', inputSchema: input }),
    }),
  langchain: (wait) =>
    fromLangChainTools([
      langChainTool(add, { name: 'addNumbers', description, schema: input }),
      langChainTool(fail, { name: 'failAlways', description: 'Fails', schema: input }),
      langChainTool((_args, { signal }) => wait(signal), {
        name: 'waitLong',
        description: 'Waits',
        schema: input,
      }),
      { name: 'askUser', description: 'No tool at all' },
    ]),
  'openai-agents': (wait) =>
    fromOpenAiAgentsTools([
      agentsTool({ name: 'addNumbers', description, parameters: input, execute: add }),
      agentsTool({
        name: 'failAlways',
        description: 'Fails',
        parameters: input,
        execute: fail,
        errorFunction: null,
      }),
      agentsTool({
        name: 'waitLong',
        description: 'Waits',
        parameters: input,
        execute: (_args, _context, details) => wait(details?.signal),
      }),
      { type: 'hosted_tool', name: 'askUser' },
    ]),
  mastra: (wait) =>
    fromMastraTools({
      addNumbers: createTool({
        id: 'addNumbers',
        description,
        inputSchema: input,
        execute: async (args) => add(args),
      }),
      failAlways: createTool({
        id: 'failAlways',
        description: 'Fails',
        inputSchema: input,
        execute: async () => fail(),
      }),
      waitLong: createTool({
        id: 'waitLong',
        description: 'Waits',
        inputSchema: input,
        execute: (_args, context) => wait(context?.abortSignal),
      }),
      askUser: { id: 'askUser', description: 'Nothing runs it' },
    }),
}

const noWaiting = (): Promise<string> => Promise.resolve('not waited')

for (const [source, load] of Object.entries(IMPORTS)) {
  describe(`tools of ${source} as ours`, () => {
    it('are taken over with name, schema, origin and caution, and a bad one costs no other', () => {
      const { tools, problems } = load(noWaiting)
      assert.deepEqual(
        tools.map(({ definition: { name } }) => name),
        ['add_numbers', 'fail_always', 'wait_long'],
      )
      const [first] = tools.map(({ definition }) => definition)
      assert.equal(first?.description, description)
      assert.equal(first?.dangerLevel, 'high')
      assert.deepEqual(first?.origin, { source, name: 'addNumbers' })
      assert.equal(first?.inputSchema.type, 'object')
      assert.deepEqual(first?.inputSchema.properties, { a: { type: 'number' }, b: { type: 'number' } })
      assert.deepEqual(first?.inputSchema.required, ['a', 'b'])
      assert.deepEqual(
        problems.map(({ toolName, code }) => [toolName, code]),
        [['askUser', 'DEFINE_IMPLEMENTATION_MISSING']],
      )
    })

    it('run after approval, with their arguments checked by us', async () => {
      const asked: string[] = []
      const toolwright = createToolwright({
        tools: [...load(noWaiting).tools],
        approve: ({ toolName }) => {
          asked.push(toolName)
          return 'approve'
        },
      })
      const good = await toolwright.execute({ id: '1', name: 'add_numbers', arguments: '{"a":1,"b":2}' })
      assert.deepEqual(good.content, { type: 'text', text: 'sum 3' })
      assert.deepEqual(asked, ['add_numbers'])
      const bad = await toolwright.execute({ id: '2', name: 'add_numbers', arguments: '{"a":"x"}' })
      assert.equal(bad.status === 'failed' && bad.error.code, 'ARGUMENTS_INVALID')
    })

    it('fail with their own words when they throw', async () => {
      const toolwright = createToolwright({ tools: [...load(noWaiting).tools], approve: () => 'approve' })
      const result = await toolwright.execute({ id: '1', name: 'fail_always', arguments: { a: 1, b: 2 } })
      assert.equal(result.status === 'failed' && result.error.code, 'EXECUTE_FAILED')
      assert.match(result.status === 'failed' ? result.error.message : '', /the adder is broken/)
    })

    for (const reason of ['EXECUTE_TIMEOUT', 'EXECUTE_CANCELLED']) {
      it(`hear of the end by the signal that their framework gives: ${reason}`, async () => {
        const started = Promise.withResolvers<void>()
        const ended = Promise.withResolvers<AbortSignal>()
        const { tools } = load((signal) => {
          signal?.addEventListener('abort', () => ended.resolve(signal))
          started.resolve()
          return new Promise(() => undefined)
        })
        const toolwright = createToolwright({ tools: [...tools], approve: () => 'approve' })
        const controller = new AbortController()
        if (reason === 'EXECUTE_CANCELLED') void started.promise.then(() => controller.abort())
        const result = await toolwright.execute(
          { id: '1', name: 'wait_long', arguments: { a: 1, b: 2 } },
          { signal: controller.signal, timeoutMs: reason === 'EXECUTE_TIMEOUT' ? 30 : 10_000 },
        )
        assert.equal(result.status === 'failed' && result.error.code, reason)
        assert.equal((await ended.promise).aborted, true)
      })
    }
  })
}

it('an AI SDK tool that streams ends with its last piece', async () => {
  const { tools } = fromAiSdkTools(
    {
      count: aiSdkTool({
        description: 'Counts',
        inputSchema: jsonSchema<Record<string, never>>({ type: 'object', properties: {} }),
        async *execute() {
          yield 'one'
          yield 'two'
        },
      }),
    },
    { dangerLevel: 'safe' },
  )
  const result = await createToolwright({ tools: [...tools] }).execute({
    id: '1',
    name: 'count',
    arguments: '{}',
  })
  assert.deepEqual(result.content, { type: 'text', text: 'two' })
})

describe('a schema that changes what it reads', () => {
  const inputSchema = z.object({ word: z.string().transform((word) => word.length) })
  const execute = ({ word }: { word: number }): string => `${typeof word} ${word}`
  const facts = { description: 'Measures' }
  const options = { dangerLevel: 'safe' } as const
  const loads: Readonly<Record<string, () => ImportedTools>> = {
    'the AI SDK': () => fromAiSdkTools({ measure: aiSdkTool({ ...facts, inputSchema, execute }) }, options),
    LangChain: () =>
      fromLangChainTools(
        [langChainTool(execute, { ...facts, name: 'measure', schema: inputSchema })],
        options,
      ),
    Mastra: () =>
      fromMastraTools(
        [createTool({ ...facts, id: 'measure', inputSchema, execute: async (args) => execute(args) })],
        options,
      ),
  }
  for (const [framework, load] of Object.entries(loads)) {
    it(`changes it once: ${framework}`, async () => {
      const { tools, problems } = load()
      assert.deepEqual(problems, [])
      const toolwright = createToolwright({ tools: [...tools] })
      const result = await toolwright.execute({ id: '1', name: 'measure', arguments: { word: 'three' } })
      assert.deepEqual(result.content, { type: 'text', text: 'number 5' })
    })
  }
})
