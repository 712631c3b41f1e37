// The same tool written for each library. Every tool uses two arguments at their types and one at a wrong type under
// an "expect error" comment, so that a dialect whose arguments are `any` fails the check.
export interface Dialect {
  readonly id: string
  readonly name: string
  readonly hasGoal: boolean
  readonly imports: readonly string[]
  readonly tool: (index: number) => string
}

const ZOD = `import { z } from 'zod'`
const TOOLWRIGHT = `import { defineTool } from '../dist/index.js'`

function zodSchema(index: number): string {
  return `z.object({
  path_${index}: z.string().min(1),
  limit: z.number().int().optional(),
  mode: z.enum(['fast', 'slow', 'mode_${index}']).default('fast'),
  tags: z.array(z.string()).optional(),
  range: z.object({ from: z.number(), to: z.number().optional() }).optional(),
})`
}

function jsonSchema(index: number): string {
  return `{
  type: 'object',
  properties: {
    path_${index}: { type: 'string', minLength: 1 },
    limit: { type: 'integer' },
    mode: { type: 'string', enum: ['fast', 'slow', 'mode_${index}'], default: 'fast' },
    tags: { type: 'array', items: { type: 'string' } },
    range: { type: 'object', properties: { from: { type: 'number' }, to: { type: 'number' } }, required: ['from'] },
  },
  required: ['path_${index}'],
}`
}

function parameters(index: number): string {
  return `[
  { name: 'path_${index}', type: 'string', required: true, description: 'Path' },
  { name: 'limit', type: 'integer' },
  { name: 'mode', type: 'string', enum: ['fast', 'slow', 'mode_${index}'], default: 'fast' },
  { name: 'tags', type: 'array' },
  { name: 'range', type: 'object' },
]`
}

function body(index: number): string {
  return `{
    const path: string = args.path_${index}
    const limit: number | undefined = args.limit
    // @ts-expect-error it is a string
    const wrong: boolean = args.path_${index}
    return { path, limit, wrong }
  }`
}

function defined(index: number, input: string): string {
  return `export const tool${index} = defineTool({
  name: 'tool_${index}', description: 'Tool ${index}',
  input: ${input},
  run: async (args) => ${body(index)},
})`
}

export const DIALECTS: readonly Dialect[] = [
  {
    id: 'zod',
    name: 'plain Zod schemas and functions',
    hasGoal: false,
    imports: [ZOD],
    tool: (index) => `const schema${index} = ${zodSchema(index)}
export const tool${index} = { schema: schema${index}, run: async (args: z.infer<typeof schema${index}>) => ${body(index)} }`,
  },
  {
    id: 'toolwright-zod',
    name: 'Toolwright defineTool, Zod',
    hasGoal: true,
    imports: [ZOD, TOOLWRIGHT],
    tool: (index) => defined(index, zodSchema(index)),
  },
  {
    id: 'toolwright-json-schema',
    name: 'Toolwright defineTool, JSON Schema literal',
    hasGoal: false,
    imports: [TOOLWRIGHT],
    tool: (index) => defined(index, jsonSchema(index)),
  },
  {
    id: 'toolwright-parameters',
    name: 'Toolwright defineTool, parameter list',
    hasGoal: false,
    imports: [TOOLWRIGHT],
    tool: (index) => defined(index, parameters(index)),
  },
  {
    id: 'ai',
    name: 'AI SDK tool, Zod',
    hasGoal: false,
    imports: [ZOD, `import { tool } from 'ai'`],
    tool: (index) => `export const tool${index} = tool({
  description: 'Tool ${index}', inputSchema: ${zodSchema(index)},
  execute: async (args) => ${body(index)},
})`,
  },
  {
    id: 'mastra',
    name: 'Mastra createTool, Zod',
    hasGoal: false,
    imports: [ZOD, `import { createTool } from '@mastra/core/tools'`],
    tool: (index) => `export const tool${index} = createTool({
  id: 'tool_${index}', description: 'Tool ${index}', inputSchema: ${zodSchema(index)},
  execute: async (args) => ${body(index)},
})`,
  },
  {
    id: 'agents',
    name: 'OpenAI Agents tool, Zod',
    hasGoal: false,
    imports: [ZOD, `import { tool } from '@openai/agents'`],
    tool: (index) => `export const tool${index} = tool({
  name: 'tool_${index}', description: 'Tool ${index}', parameters: ${zodSchema(index)},
  execute: async (args) => ${body(index)},
})`,
  },
  {
    id: 'langchain',
    name: 'LangChain tool, Zod',
    hasGoal: false,
    imports: [ZOD, `import { tool } from '@langchain/core/tools'`],
    tool: (index) => `export const tool${index} = tool(async (args) => ${body(index)}, {
  name: 'tool_${index}', description: 'Tool ${index}', schema: ${zodSchema(index)},
})`,
  },
]
