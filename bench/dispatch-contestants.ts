// Everything that takes a call (name and JSON text) and gives back the result of the tool, in process.
import { tool as langchainTool } from '@langchain/core/tools'
import { createTool, type ToolExecutionContext } from '@mastra/core/tools'
import { Client } from '@modelcontextprotocol/client'
import { fromJsonSchema, InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import { invokeFunctionTool, RunContext, tool as agentsTool } from '@openai/agents'
import { executeTool } from '@ai-sdk/provider-utils'
import { generateText, isStepCount, tool as aiTool } from 'ai'
import { parseToolCall } from 'ai/internal'
import { MockLanguageModelV4 } from 'ai/test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { z } from 'zod'
import { answer, type Run } from './bench-tools.ts'
import type { Contestant, Outcome } from './semantics.ts'
import type { Subject } from './subjects.ts'

export const TIME_LIMIT_MS = 30_000
const NAME = 'subject'
const DESCRIPTION = 'A tool of the bench'

type LimitedRun = (args: unknown, context: { signal: AbortSignal }) => Promise<unknown>

interface FloorTool {
  readonly validate: (value: unknown) => boolean
  readonly explain: () => string
  readonly run: Run & LimitedRun
}

/** A dispatcher as one would write it by hand; `limited` adds a time limit with an abort signal. */
export function floor({ schema }: Subject, limited: boolean, run: Run = answer): Contestant {
  const ajv = new Ajv2020({ useDefaults: true, coerceTypes: true, strict: false })
  const validate = ajv.compile(schema)
  const tools = new Map<string, FloorTool>([
    [NAME, { validate, explain: () => ajv.errorsText(validate.errors), run }],
  ])
  const dispatch = async (id: string, name: string, text: string) => {
    const tool = tools.get(name)
    if (tool === undefined) return { id, name, ok: false, message: `There is no tool "${name}"` }
    try {
      const args: unknown = JSON.parse(text)
      if (!tool.validate(args)) return { id, name, ok: false, message: tool.explain() }
      const value = limited ? await runLimited(tool.run, args) : await tool.run(args)
      return { id, name, ok: true, value }
    } catch (error) {
      return { id, name, ok: false, message: String(error) }
    }
  }
  return {
    name: limited ? 'floor + AbortController and timer' : 'floor: Map + JSON.parse + ajv + await run',
    check: (text) => dispatch('call-1', NAME, text),
    read: (given) => given as Outcome,
    awaited: true,
  }
}

async function runLimited(run: LimitedRun, args: unknown): Promise<unknown> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort()
      reject(new Error('timed out'))
    }, TIME_LIMIT_MS)
  })
  try {
    return await Promise.race([run(args, { signal: controller.signal }), limit])
  } finally {
    clearTimeout(timer)
  }
}

/** Peers on the schema with z.coerce, so that they can do the work of the floor. */
export async function peers(subject: Subject): Promise<Contestant[]> {
  const schema = subject.zod(true)
  return [
    mastra(schema),
    aiSdk(schema),
    openAiAgents(schema),
    langchain(schema),
    await mcp(subject),
    aiSdkLoop(schema),
  ]
}

/** A result with a message is a refusal; anything else is what the tool gave. */
function readPlain(given: unknown): Outcome {
  if (typeof given === 'string') return { message: given }
  const { message } = given as { message?: string }
  return message === undefined ? { value: given } : { message }
}

export function limitedPeers(subject: Subject): Contestant[] {
  return [openAiAgents(subject.zod(true), TIME_LIMIT_MS)]
}

function mastra(inputSchema: z.ZodType): Contestant {
  const tools = new Map([
    [NAME, createTool({ id: NAME, description: DESCRIPTION, inputSchema, execute: answer })],
  ])
  return {
    name: 'Mastra execute (zod)',
    check: (text) => tools.get(NAME)?.execute?.(JSON.parse(text), {} as ToolExecutionContext),
    read: readPlain,
    awaited: true,
  }
}

function aiSdk(inputSchema: z.ZodType): Contestant {
  const tools = {
    [NAME]: aiTool({ description: DESCRIPTION, inputSchema, execute: answer }),
  }
  const dispatch = async (input: string) => {
    const call = await parseToolCall({
      toolCall: { type: 'tool-call', toolCallId: 'call-1', toolName: NAME, input },
      tools,
      repairToolCall: undefined,
      messages: [],
      instructions: undefined,
    })
    if ('invalid' in call && call.invalid === true) return { message: String(call.error) }
    let output: unknown
    const options = { toolCallId: 'call-1', messages: [], context: undefined }
    for await (const part of executeTool({ tool: tools[NAME], input: call.input, options } as never)) {
      output = (part as { output: unknown }).output
    }
    return output
  }
  return {
    name: 'AI SDK parseToolCall + executeTool (zod)',
    check: dispatch,
    read: readPlain,
    awaited: true,
    adds: 'its internal functions, put together by hand',
  }
}

function openAiAgents(parameters: z.ZodType, timeoutMs?: number): Contestant {
  const tool = agentsTool({
    name: NAME,
    description: DESCRIPTION,
    parameters: parameters as z.ZodObject,
    execute: answer,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  const runContext = new RunContext()
  return {
    name: 'OpenAI Agents invokeFunctionTool (zod)',
    check: (input) => invokeFunctionTool({ tool, runContext, input }),
    read: readPlain,
    awaited: true,
  }
}

function langchain(schema: z.ZodType): Contestant {
  const tool = langchainTool(async (value) => JSON.stringify(await answer(value)), {
    name: NAME,
    description: DESCRIPTION,
    schema: schema as z.ZodObject,
  })
  return {
    name: 'LangChain invoke (zod)',
    check: (text) =>
      tool
        .invoke({ type: 'tool_call', id: 'call-1', name: NAME, args: JSON.parse(text) })
        .catch((error: Error) => ({ message: error.message })),
    read: (given) => {
      const { content, message } = given as { content?: string; message?: string }
      return content === undefined ? { message: message ?? '' } : { value: JSON.parse(content) }
    },
    awaited: true,
    adds: 'result as text',
  }
}

async function mcp({ schema }: Subject): Promise<Contestant> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  server.registerTool(
    NAME,
    { description: DESCRIPTION, inputSchema: fromJsonSchema(schema) },
    async (value) => ({
      content: [{ type: 'text', text: JSON.stringify(await answer(value)) }],
    }),
  )
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near as never)])
  return {
    name: 'MCP 2 in memory (JSON Schema)',
    check: (text) =>
      client
        .callTool({ name: NAME, arguments: JSON.parse(text) })
        .catch((error: Error) => ({ isError: true, content: [{ text: error.message }] })),
    read: (given) => {
      const { isError, content } = given as { isError?: boolean; content: [{ text: string }] }
      return isError === true ? { message: content[0].text } : { value: JSON.parse(content[0].text) }
    },
    awaited: true,
    adds: 'client, transport and server; result as text',
  }
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

function aiSdkLoop(inputSchema: z.ZodType): Contestant {
  let input = ''
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: NAME, input }],
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage: USAGE,
      warnings: [],
    }),
  })
  const tools = {
    [NAME]: aiTool({ description: DESCRIPTION, inputSchema, execute: answer }),
  }
  return {
    name: 'AI SDK generateText, one step (zod)',
    check: (text) => {
      input = text
      model.doGenerateCalls.length = 0 // the mock keeps every call
      return generateText({ model, tools, prompt: 'go', stopWhen: isStepCount(1) })
    },
    read: (given) => {
      const { toolResults, content } = given as {
        toolResults: readonly { output: unknown }[]
        content: readonly { type: string; error?: unknown }[]
      }
      const [first] = toolResults
      if (first !== undefined) return { value: first.output }
      return { message: String(content.find(({ type }) => type === 'tool-error')?.error) }
    },
    awaited: true,
    adds: 'WHOLE LOOP, not comparable with a dispatch',
  }
}
