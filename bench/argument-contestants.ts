// Everything that turns the JSON text of a call into checked arguments.
import { createTool, type ToolExecutionContext } from '@mastra/core/tools'
import { fromJsonSchema } from '@modelcontextprotocol/server'
import { tool as langchainTool } from '@langchain/core/tools'
import { invokeFunctionTool, RunContext, tool as agentsTool } from '@openai/agents'
import { jsonSchema, tool as aiTool, type ToolSet } from 'ai'
import { parseToolCall } from 'ai/internal'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { z } from 'zod'
import type { Contestant, Outcome } from './semantics.ts'
import type { Subject } from './subjects.ts'

const RUNS_TOOL = 'also runs the tool'
// Mastra's types ask for an observer that its own tests leave out too.
const CONTEXT = {} as ToolExecutionContext
const DESCRIPTION = 'A tool of the bench'

/** JSON.parse and a compiled ajv that fills defaults and coerces, as one would write it by hand. */
export function floor({ schema, floorCoerce }: Subject): Contestant {
  const ajv = new Ajv2020({ useDefaults: true, coerceTypes: true, strict: false })
  const validate = ajv.compile(schema)
  return {
    name: 'floor: JSON.parse + compiled ajv',
    check: (text) => {
      const value = JSON.parse(text)
      floorCoerce?.(value)
      return validate(value) ? { value } : { message: ajv.errorsText(validate.errors) }
    },
    read: asOutcome,
  }
}

export function parseOnly(): Contestant {
  return { name: 'JSON.parse only', check: (text) => ({ value: JSON.parse(text) }), read: asOutcome }
}

/** Peers with the schema as its author would write it; `coerce` uses z.coerce, which the author must think of. */
export function peers(subject: Subject, coerce: boolean): { contestants: Contestant[]; refusals: string[] } {
  const schema = subject.zod(coerce)
  const makers = [
    () => zodParse(schema),
    () => aiSdk('AI SDK parseToolCall (zod)', schema),
    () => mastra(schema),
    () => openAiAgents(schema),
    () => langchain(schema),
  ]
  if (!coerce)
    makers.push(
      () => mcp(subject),
      () => aiSdk('AI SDK parseToolCall (JSON Schema)', jsonSchema(subject.schema)),
    )
  const contestants: Contestant[] = []
  const refusals: string[] = []
  for (const make of makers) {
    try {
      contestants.push(make())
    } catch (error) {
      refusals.push(`Left out, refuses the schema: ${lastSentence(error)}`)
    }
  }
  return { contestants, refusals }
}

function zodParse(schema: z.ZodType): Contestant {
  return {
    name: 'zod 4 safeParse',
    check: (text) => {
      const { success, data, error } = schema.safeParse(JSON.parse(text))
      return success ? { value: data } : { message: error.message }
    },
    read: asOutcome,
  }
}

function mcp({ schema }: Subject): Contestant {
  const { validate } = fromJsonSchema(schema)['~standard']
  return {
    name: 'MCP 2 fromJsonSchema',
    check: (text) => validate(JSON.parse(text)),
    read: (given) => {
      const { issues, value } = given as { issues?: readonly { message: string }[]; value?: unknown }
      return issues === undefined ? { value } : { message: issues.map(({ message }) => message).join('; ') }
    },
    awaited: true,
  }
}

function aiSdk(name: string, inputSchema: z.ZodType | ReturnType<typeof jsonSchema>): Contestant {
  const tools: ToolSet = { subject: aiTool({ description: DESCRIPTION, inputSchema }) }
  return {
    name,
    check: (input) =>
      parseToolCall({
        toolCall: { type: 'tool-call', toolCallId: 'call-1', toolName: 'subject', input },
        tools,
        repairToolCall: undefined,
        messages: [],
        instructions: undefined,
      }),
    read: (given) => {
      const { invalid, error, input } = given as { invalid?: boolean; error?: unknown; input: unknown }
      return invalid === true ? { message: String(error) } : { value: input }
    },
    awaited: true,
  }
}

function mastra(inputSchema: z.ZodType): Contestant {
  const { execute } = createTool({
    id: 'subject',
    description: DESCRIPTION,
    inputSchema,
    execute: async (input) => ({ value: input }),
  })
  if (execute === undefined) throw new Error('Mastra gave a tool without execute')
  return {
    name: 'Mastra execute (zod)',
    check: (text) => execute(JSON.parse(text), CONTEXT),
    read: asOutcome,
    awaited: true,
    adds: RUNS_TOOL,
  }
}

function openAiAgents(parameters: z.ZodType): Contestant {
  const tool = agentsTool({
    name: 'subject',
    description: DESCRIPTION,
    parameters: parameters as z.ZodObject,
    execute: async (value) => ({ value }),
    errorFunction: null,
  })
  const runContext = new RunContext()
  return {
    name: 'OpenAI Agents invokeFunctionTool (zod)',
    check: (input) => invokeFunctionTool({ tool, runContext, input }).catch(asMessage),
    read: asOutcome,
    awaited: true,
    adds: RUNS_TOOL,
  }
}

function langchain(schema: z.ZodType): Contestant {
  const tool = langchainTool(async (value) => ({ value }), {
    name: 'subject',
    description: DESCRIPTION,
    schema: schema as z.ZodObject,
  })
  return {
    name: 'LangChain invoke (zod)',
    check: (text) => tool.invoke(JSON.parse(text)).catch(asMessage),
    read: asOutcome,
    awaited: true,
    adds: RUNS_TOOL,
  }
}

function asMessage(error: unknown): Outcome {
  return { message: error instanceof Error ? error.message : String(error) }
}

function asOutcome(given: unknown): Outcome {
  return given as Outcome
}

/** The reason at the end of a chain of errors, without the link that follows it. */
function lastSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('error: ').at(-1) ?? message).replace(/ See: .*$/s, '')
}
