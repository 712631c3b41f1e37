// Checked by the compiler only: what `run` is given and must give back, for each kind of schema.
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'
import { defineTool } from '../../src/author/define-tool.ts'
import type { ToolParameter } from '../../src/define/parameter.ts'
import type { Tool } from '../../src/define/tool.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import type { ArgumentsOf, Equal, Expect } from './expect-type.ts'

const base = { name: 'get_weather', description: 'Weather of a city' } as const

const withZod = defineTool({
  ...base,
  input: z.object({
    city: z.string(),
    days: z.number().default(3),
    since: z.string().transform((text) => new Date(text)),
  }),
  output: z.object({ celsius: z.number() }),
  category: 'external_api',
  dangerLevel: 'low',
  constraints: { maxExecutionMs: 10_000, maxOutputBytes: 65_536, allowSideEffects: false },
  requiredPermissions: ['tool.network.fetch'],
  requiresConfirmation: false,
  version: '1.0.0',
  tags: [],
  metadata: {},
  resource: ({ city }) => city,
  run: async ({ city, days, since }, context) => {
    context.progress({ message: city })
    return { celsius: days + since.getTime() }
  },
})
type Zod = Expect<Equal<ArgumentsOf<typeof withZod>, { city: string; days: number; since: Date }>>

const withValibot = defineTool({
  ...base,
  input: v.object({ city: v.string(), days: v.optional(v.number()) }),
  run: ({ city }) => city.length,
})
type Valibot = Expect<Equal<ArgumentsOf<typeof withValibot>, { city: string; days?: number | undefined }>>

const withArkType = defineTool({
  ...base,
  input: type({ city: 'string', 'days?': 'number' }),
  run: ({ city }) => city.length,
})
type ArkType = Expect<Equal<ArgumentsOf<typeof withArkType>, { city: string; days?: number }>>

const withJsonSchema = defineTool({
  ...base,
  input: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      unit: { enum: ['celsius', 'fahrenheit'] },
      days: { type: 'integer', default: 3 },
      fixed: { const: 7 },
      either: { type: ['string', 'null'] },
      union: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      one: { oneOf: [{ type: 'boolean' }, { type: 'null' }] },
      all: {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
        ],
      },
      list: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      open: { type: 'object', additionalProperties: { type: 'number' } },
      maybe: { type: 'string', nullable: true },
      nothing: { type: 'string', default: null },
      anything: true,
    },
    required: ['city', 'union', 'all', 'pair'],
    additionalProperties: false,
  },
  output: { type: 'array', items: { type: 'number' } },
  run: ({ days }) => [days],
})
type Json = Expect<
  Equal<
    ArgumentsOf<typeof withJsonSchema>,
    {
      city: string
      days: number
      union: string | number
      all: { a: string } & { b: number }
      pair: [string, number]
      unit?: 'celsius' | 'fahrenheit'
      fixed?: 7
      either?: string | null
      one?: boolean | null
      list?: { id: number }[]
      open?: { [name: string]: number }
      maybe?: string | null
      nothing?: string
      anything?: unknown
    }
  >
>

const withParameters = defineTool({
  ...base,
  input: [
    { name: 'city', type: 'string', required: true },
    { name: 'days', type: 'integer', default: 3 },
    { name: 'unit', type: 'string', enum: ['celsius', 'fahrenheit'] },
    { name: 'places', type: 'array', items: { type: 'array', items: { type: 'number' } } },
    {
      name: 'options',
      type: 'object',
      schema: { properties: { deep: { type: 'boolean' } }, required: ['deep'] },
    },
    { name: 'note', type: 'string', default: null },
  ],
  run: ({ city, days }) => `${city} ${days.toFixed()}`,
})
type Parameters = Expect<
  Equal<
    ArgumentsOf<typeof withParameters>,
    {
      city: string
      days: number
      unit?: 'celsius' | 'fahrenheit'
      places?: number[][]
      options?: { deep: boolean }
      note?: string
    }
  >
>

const withNone = defineTool({ ...base, input: [], run: () => undefined })
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no arguments is what is meant
type None = Expect<Equal<ArgumentsOf<typeof withNone>, {}>>

// Schemas that are only known at run time leave the arguments open.
declare const someSchema: JsonSchema
declare const someParameters: ToolParameter[]
const withSomeSchema = defineTool({ ...base, input: someSchema, run: (args) => args['city'] })
const withSomeParameters = defineTool({ ...base, input: someParameters, run: (args) => args['city'] })
type Open = Expect<Equal<ArgumentsOf<typeof withSomeSchema>, { [name: string]: unknown }>>
type OpenList = Expect<Equal<ArgumentsOf<typeof withSomeParameters>, { [name: string]: unknown }>>

// A generator streams pieces; what it returns is the result.
defineTool({
  ...base,
  input: [],
  output: z.object({ done: z.boolean() }),
  run: async function* () {
    yield 'half'
    return { done: true }
  },
})

export const everyTool: readonly Tool[] = [
  withZod,
  withValibot,
  withArkType,
  withJsonSchema,
  withParameters,
  withNone,
]
export type Checked = [Zod, Valibot, ArkType, Json, Parameters, None, Open, OpenList]

// @ts-expect-error -- there is no `town`
defineTool({ ...base, input: z.object({ city: z.string() }), run: ({ town }) => town })

// Enums and literals of the output are met by what is written in place, with arguments or without.
const measured = z.object({
  unit: z.enum(['celsius', 'kelvin']),
  parts: z.array(z.object({ kind: z.literal('mean') })).optional(),
})
defineTool({ ...base, input: [], output: measured, run: () => ({ unit: 'celsius' }) })
defineTool({
  ...base,
  input: [],
  output: measured,
  run: async () => ({ unit: 'celsius', parts: [{ kind: 'mean' }] }),
})
defineTool({ ...base, input: [], output: z.enum(['celsius', 'kelvin']), run: async () => 'kelvin' })
defineTool({ ...base, input: [], output: z.array(z.number()), run: async () => [1, 2] })
defineTool({ ...base, input: [], output: z.tuple([z.number(), z.string()]), run: () => [1, 'a'] })
defineTool({ ...base, input: [], output: { enum: ['celsius', 'kelvin'] }, run: async () => 'kelvin' })
defineTool({ ...base, input: [], output: z.object({ at: z.date() }), run: () => ({ at: new Date() }) })
declare const readings: readonly number[]
defineTool({
  ...base,
  input: [],
  output: z.object({ list: z.array(z.number()) }),
  run: () => ({ list: readings }),
})

// `resource` sees what was sent, `run` what the author's schema made of it.
defineTool({
  ...base,
  input: z.object({ since: z.string().transform((text) => new Date(text)) }),
  resource: ({ since }) => since.toUpperCase(),
  run: ({ since }) => since.getTime(),
})

// @ts-expect-error -- no such unit
defineTool({ ...base, input: [], output: measured, run: () => ({ unit: 'rankine' }) })

// @ts-expect-error -- the same from a promise
defineTool({ ...base, input: [], output: measured, run: async () => ({ unit: 'rankine' }) })

const celsius = z.object({ celsius: z.number() })

// @ts-expect-error -- `run` must give what `output` says
defineTool({ ...base, input: [], output: celsius, run: () => ({ celsius: 'warm' }) })

// @ts-expect-error -- the same for a JSON Schema
defineTool({ ...base, input: [], output: { type: 'number' }, run: () => 'warm' })

// @ts-expect-error -- a tool needs `run`
defineTool({ ...base, input: [] })

// @ts-expect-error -- a tool says what it takes, if only `[]`
defineTool({ ...base, run: () => 1 })

// @ts-expect-error -- there is no such category
defineTool({ ...base, input: [], category: 'weather', run: () => 1 })

// @ts-expect-error -- there is no such parameter type
defineTool({ ...base, input: [{ name: 'city', type: 'strng' }], run: () => 1 })

// @ts-expect-error -- there is no such field
defineTool({ ...base, input: [], dangerlevel: 'safe', run: () => 1 })

// @ts-expect-error -- a JSON Schema type is a known one
defineTool({ ...base, input: { type: 'objekt' }, run: () => 1 })
