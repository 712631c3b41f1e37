import { ERROR_CODES } from '../errors/error-codes.ts'
import type { Problem } from '../errors/problem.ts'
import { isStandardSchema, toJsonSchema } from '../schema/standard/standard-json-schema.ts'
import type { StandardSchema } from '../schema/standard/standard-schema.ts'

/** A schema of any kind as JSON Schema or a list of parameters, with the author's own schema beside it. */
export interface ReadSchema {
  readonly schema: unknown
  readonly field: 'parameters' | 'inputSchema' | 'outputSchema'
  readonly standard?: StandardSchema
  readonly problem?: Problem
}

/** Reads `input`: what it takes, before transforms, since that is what a model sends. */
export function readInput(input: unknown): ReadSchema {
  if (isStandardSchema(input)) return readStandard(input, 'input')
  if (Array.isArray(input)) return { schema: input, field: 'parameters' }
  return readLiteral(input, 'input')
}

/** Reads `output`: what comes out after transforms, since that is what a model is shown. */
export function readOutput(output: unknown): ReadSchema {
  return isStandardSchema(output) ? readStandard(output, 'output') : readLiteral(output, 'output')
}

function fieldOf(side: 'input' | 'output'): 'inputSchema' | 'outputSchema' {
  return side === 'input' ? 'inputSchema' : 'outputSchema'
}

function readStandard(standard: StandardSchema, side: 'input' | 'output'): ReadSchema {
  const converted = toJsonSchema(standard, side)
  const field = fieldOf(side)
  if (converted.ok) {
    return { schema: side === 'input' ? asObjectSchema(converted.schema) : converted.schema, field, standard }
  }
  const transform = side === 'input' ? TRANSFORMS.get(standard['~standard'].vendor) : undefined
  const hint = transform === undefined ? undefined : `Take text and transform it: ${transform}.`
  return { schema: PLACEHOLDER, field, standard, problem: unsupported(side, converted.message, hint) }
}

/** A model sends JSON: what JSON has no form for is made of text. */
const TRANSFORMS: ReadonlyMap<string, string> = new Map([
  ['zod', '`z.string().transform((text) => …)`'],
  ['valibot', '`v.pipe(v.string(), v.transform((text) => …))`'],
  ['arktype', "`type('string').pipe((text) => …)`"],
])

// Stands in for a schema whose problem is known already, so that the other rules have nothing to add to it.
const PLACEHOLDER = { type: 'object', properties: {} }

/** Unions of objects and records have no `type` or no `properties` of their own, which an input schema must have. */
function asObjectSchema(schema: Readonly<Record<string, unknown>>): unknown {
  const isUnion =
    schema['anyOf'] !== undefined || schema['oneOf'] !== undefined || schema['allOf'] !== undefined
  return {
    ...(schema['type'] === undefined && isUnion ? { type: 'object' } : {}),
    ...schema,
    ...(schema['properties'] === undefined && (isUnion || schema['type'] === 'object')
      ? { properties: {} }
      : {}),
  }
}

function readLiteral(schema: unknown, side: 'input' | 'output'): ReadSchema {
  const field = fieldOf(side)
  const key = firstStandardKey(schema)
  if (key === undefined) return { schema, field }
  const message = `\`${side}\` is a bare object whose \`${key}\` is a schema`
  return {
    schema: PLACEHOLDER,
    field,
    problem: unsupported(side, message, `Wrap it: z.object({ ${key}: … }).`),
  }
}

/** The first property that is itself a Zod, Valibot or ArkType schema: the mark of a raw shape. */
function firstStandardKey(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  return Object.entries(schema).find(([, value]) => isStandardSchema(value))?.[0]
}

function unsupported(
  path: string,
  message: string,
  hint: string = ERROR_CODES.DEFINE_INPUT_UNSUPPORTED.cure,
): Problem {
  return { path, code: 'DEFINE_INPUT_UNSUPPORTED', message, hint }
}
