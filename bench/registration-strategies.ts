// What is done with a tool when it is registered, and at its first call. Each strategy imports only what it needs: it
// runs in a process of its own.
import type { z } from 'zod'
import { SUBJECTS } from './subjects.ts'

export interface Strategy {
  readonly name: string
  readonly remark: string
  /** Loads the packages; their cost is not counted here but in the import bench. */
  readonly load: () => Promise<Loaded>
}

export interface Loaded {
  readonly register: (tool: ToolToRegister) => unknown
  /** A call that ends with {@link run}, unless it is refused in whatever way. */
  readonly call?: (name: string, text: string) => unknown
}

export interface ToolToRegister {
  readonly name: string
  readonly description: string
  readonly schema: Record<string, unknown>
  /** Builds the Zod schema anew, as a file that defines a tool does. */
  readonly zod: () => z.ZodObject
}

const [medium] = SUBJECTS

export const VALID_TEXT = medium.clean[0] ?? ''
export const WRONG_TEXT = medium.rejected[0] ?? ''

/** A thousand schemas of the medium shape, no two alike, and none sharing an object with another. */
export function toolsToRegister(count: number): ToolToRegister[] {
  return Array.from({ length: count }, (_, index) => {
    const schema = structuredClone(medium.schema) as { properties: Record<string, unknown> }
    schema.properties[`extra_${index}`] = { type: 'string', maxLength: 100 + index }
    return {
      name: `tool_${index}`,
      description: `Tool number ${index} of the bench`,
      schema,
      zod: () => medium.zod(false) as z.ZodObject,
    }
  })
}

let runs = 0

/** How often a tool has run: a refused call does not. */
export function runsSoFar(): number {
  return runs
}

/** The tool that everybody runs. */
export const run = async (args: unknown): Promise<unknown> => {
  runs++
  return args
}

export const STRATEGIES: readonly Strategy[] = [
  {
    name: 'Map.set',
    remark: '',
    load: async () => {
      const tools = new Map<string, ToolToRegister>()
      return { register: (tool) => tools.set(tool.name, tool) }
    },
  },
  {
    name: 'AI SDK tool (JSON Schema)',
    remark: 'calls are not checked',
    load: async () => {
      const { jsonSchema, tool } = await import('ai')
      const tools = new Map<string, unknown>()
      return {
        register: ({ name, description, schema }) =>
          tools.set(name, tool({ description, inputSchema: jsonSchema(schema), execute: run })),
      }
    },
  },
  {
    name: 'LangChain tool (JSON Schema)',
    remark: '',
    load: async () => {
      const { tool } = await import('@langchain/core/tools')
      const tools = new Map<string, { invoke: (args: never) => Promise<unknown> }>()
      return {
        register: ({ name, description, schema }) =>
          tools.set(name, tool(run, { name, description, schema })),
        call: (name, text) => tools.get(name)?.invoke(JSON.parse(text) as never),
      }
    },
  },
  {
    name: 'Mastra createTool (zod)',
    remark: 'includes building the Zod schema',
    load: async () => {
      const { createTool } = await import('@mastra/core/tools')
      const tools = new Map<string, (args: never, context: never) => unknown>()
      return {
        register: ({ name, description, zod }) => {
          const { execute } = createTool({ id: name, description, inputSchema: zod(), execute: run })
          if (execute !== undefined) tools.set(name, execute)
        },
        call: (name, text) => tools.get(name)?.(JSON.parse(text) as never, {} as never),
      }
    },
  },
  {
    name: 'OpenAI Agents tool (zod)',
    remark: 'includes building the Zod schema; converts to JSON Schema',
    load: async () => {
      const { invokeFunctionTool, RunContext, tool } = await import('@openai/agents')
      const tools = new Map<string, ReturnType<typeof tool>>()
      const runContext = new RunContext()
      return {
        register: ({ name, description, zod }) =>
          tools.set(name, tool({ name, description, parameters: zod(), execute: run })),
        call: (name, input) => invokeFunctionTool({ tool: tools.get(name) as never, runContext, input }),
      }
    },
  },
  {
    name: 'MCP 2 registerTool (fromJsonSchema)',
    remark: 'compiles at once',
    load: async () => {
      const { fromJsonSchema, McpServer } = await import('@modelcontextprotocol/server')
      const server = new McpServer({ name: 'bench', version: '1.0.0' })
      return {
        register: ({ name, description, schema }) =>
          server.registerTool(name, { description, inputSchema: fromJsonSchema(schema) }, async () => ({
            content: [],
          })),
      }
    },
  },
  ajvStrategy('ajv, checked against the meta-schema, compiled at the first call', {}),
  ajvStrategy('the same with code.optimize: false', { code: { optimize: false } }),
]

function ajvStrategy(name: string, options: { code?: { optimize: boolean } }): Strategy {
  return {
    name,
    remark: '',
    load: async () => {
      const { Ajv2020 } = await import('ajv/dist/2020.js')
      const ajv = new Ajv2020({ useDefaults: true, coerceTypes: true, strict: false, ...options })
      const tools = new Map<
        string,
        { schema: Record<string, unknown>; validate?: (value: unknown) => boolean }
      >()
      return {
        register: ({ name, schema }) => {
          if (ajv.validateSchema(schema) !== true) throw new Error(`${name} has an invalid schema`)
          tools.set(name, { schema })
        },
        call: async (name, text) => {
          const tool = tools.get(name)
          if (tool === undefined) throw new Error(`There is no tool "${name}"`)
          tool.validate ??= ajv.compile(tool.schema)
          const args: unknown = JSON.parse(text)
          if (!tool.validate(args)) throw new Error('refused')
          return run(args)
        },
      }
    },
  }
}
