// Everything that writes the definitions of tools as the JSON text of a request, in the shape of OpenAI.
import { asSchema, jsonSchema } from '@ai-sdk/provider-utils'
import { tool as langChainTool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { z } from 'zod'
import { createToolwright, defineTool, provider } from '../src/index.ts'

/** Takes the shape of OpenAI without its limit of 128 tools, past which the rest would be left out. */
const PROVIDER = 'mistral'
const DESCRIPTION = 'Weather of a city, as far ahead as asked'
const NO_DIALECT = 'no dialect, no report'

export interface PayloadContestant {
  readonly name: string
  /** `turn` makes each change a new one. */
  readonly write: (turn: number) => string
  readonly remark: string
  readonly isSlow?: boolean
  /** A description that the text must hold besides the others. */
  readonly changedDescription?: (turn: number) => string
}

export const UNCHANGED = 'Toolwright, nothing changed'
export const CHANGED = 'Toolwright, one tool changed'

/** The floor first. */
export function payloadContestants(size: number): readonly [PayloadContestant, ...PayloadContestant[]] {
  const positions = Array.from({ length: size }, (_, position) => position)
  const prebuilt = positions.map((position) => wireTool(nameOf(position), schemaOf(position)))
  const aiTools = positions.map((position) => jsonSchema(schemaOf(position)))
  const aiZodTools = positions.map(zodOf)
  const langChainTools = positions.map((position) =>
    langChainTool(() => '', { name: nameOf(position), description: DESCRIPTION, schema: schemaOf(position) }),
  )
  const asAiSdk = (schemas: readonly Parameters<typeof asSchema>[0][]): string =>
    JSON.stringify(schemas.map((schema, position) => wireTool(nameOf(position), asSchema(schema).jsonSchema)))
  return [
    { name: 'floor: JSON.stringify of prebuilt tools', write: () => JSON.stringify(prebuilt), remark: '' },
    ...ours(positions),
    {
      name: 'LangChain (JSON Schema)',
      write: () => JSON.stringify(langChainTools.map((each) => convertToOpenAITool(each))),
      remark: NO_DIALECT,
    },
    { name: 'AI SDK (JSON Schema)', write: () => asAiSdk(aiTools), remark: NO_DIALECT },
    {
      name: 'AI SDK (zod)',
      write: () => asAiSdk(aiZodTools),
      remark: `${NO_DIALECT}; converts every schema each time`,
      isSlow: true,
    },
  ]
}

/** With and without a registry. Each has tools of its own, so that it pays for its own changes alone. */
function ours(positions: readonly number[]): PayloadContestant[] {
  const quiet = createToolwright({ tools: toolsOf(positions) })
  const busy = createToolwright({ tools: toolsOf(positions) })
  const changed = busy.registry.get(nameOf(positions.length >> 1))
  if (changed === undefined) throw new Error('the tool to change is missing')
  const { definition } = changed
  const definitions = toolsOf(positions).map((tool) => tool.definition)
  const withoutRegistry = provider(PROVIDER)
  const changedDescription = (turn: number): string => `${DESCRIPTION} (${turn})`
  return [
    { name: UNCHANGED, write: () => quiet.prepare(PROVIDER).toolsJson, remark: 'gives the kept text' },
    {
      name: CHANGED,
      write(turn) {
        busy.registry.update(definition.name, { ...definition, description: changedDescription(turn) })
        return busy.prepare(PROVIDER).toolsJson
      },
      remark: 'checks and registers the change, too',
      changedDescription,
    },
    {
      name: 'Toolwright, one tool changed, no registry',
      write(turn) {
        const description = changedDescription(turn)
        return withoutRegistry.prepare(
          definitions.with(definitions.length >> 1, { ...definition, description }),
        ).toolsJson
      },
      remark: 'the change is not checked',
      changedDescription,
    },
    {
      name: 'Toolwright, all tools anew, no registry',
      write: () => withoutRegistry.prepare(definitions.map((each) => ({ ...each }))).toolsJson,
      remark: 'nothing is kept from before',
      isSlow: true,
    },
  ]
}

function toolsOf(positions: readonly number[]) {
  return positions.map((position) =>
    defineTool({
      name: nameOf(position),
      description: DESCRIPTION,
      input: schemaOf(position),
      run: () => null,
    }),
  )
}

function nameOf(position: number): string {
  return `get_weather_${position}`
}

function wireTool(name: string, parameters: unknown) {
  return { type: 'function', function: { name, description: DESCRIPTION, parameters } }
}

function schemaOf(position: number) {
  return {
    type: 'object' as const,
    properties: {
      [`city_${position}`]: { type: 'string' as const, description: 'City to look up', minLength: 1 },
      days: { type: 'integer' as const, minimum: 1, maximum: 14, description: 'How many days ahead' },
      unit: { type: 'string' as const, enum: ['celsius', 'fahrenheit', 'kelvin'] },
      stations: {
        type: 'array' as const,
        items: {
          type: 'object' as const,
          properties: { id: { type: 'string' as const }, weight: { type: 'number' as const } },
          required: ['id'],
        },
      },
      verbose: { type: 'boolean' as const, description: 'Say more' },
    },
    required: [`city_${position}`],
    additionalProperties: false,
  }
}

function zodOf(position: number) {
  return z.strictObject({
    [`city_${position}`]: z.string().min(1).describe('City to look up'),
    days: z.int().min(1).max(14).describe('How many days ahead').optional(),
    unit: z.enum(['celsius', 'fahrenheit', 'kelvin']).optional(),
    stations: z.array(z.object({ id: z.string(), weight: z.number().optional() })).optional(),
    verbose: z.boolean().describe('Say more').optional(),
  })
}
