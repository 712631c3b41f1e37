import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { isList, isObject } from '../../validate/rule.ts'

/** The parts of a definition, wherever another system keeps them. */
export interface LooseParts {
  readonly name: string
  readonly description: JsonValue | undefined
  /** What describes the arguments, and where it stands. */
  readonly input: JsonValue | undefined
  readonly inputPath: readonly string[]
  readonly output: JsonValue | undefined
  readonly outputPath: readonly string[]
  /** MCP's `annotations.readOnlyHint`, of which nobody knows whether it is true. */
  readonly isReadOnly: boolean
}

/** Where the parts may be within a wrapper, nearest first. */
const WRAPPERS = ['function', 'toolSpec', 'tool', 'functionDeclaration', 'function_declaration'] as const
const NAMES = ['name', 'title', 'id'] as const
const DESCRIPTIONS = ['description', 'desc', 'summary', 'title', 'name'] as const
const INPUTS = [
  'inputSchema',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'arguments',
  'args_schema',
  'schema',
  'args',
  'parameter_definitions',
  'input',
]
const OUTPUTS = ['outputSchema', 'output_schema', 'returns', 'response', 'responseJsonSchema'] as const

/** Finds name, description and schemas; undefined for what has no name. */
export function findParts(given: JsonObject, key?: string): LooseParts | undefined {
  const wrapper = WRAPPERS.find((name) => isObject(given[name]))
  const inner = wrapper === undefined ? given : (given[wrapper] as JsonObject)
  const name =
    key ?? NAMES.map((field) => inner[field]).find((value) => typeof value === 'string' && value !== '')
  if (typeof name !== 'string') return undefined
  const prefix = wrapper === undefined ? [] : [wrapper]
  const input = schemaAt(inner, INPUTS)
  // A schema that is the tool: its title names it.
  const isBare = input === undefined && (isObject(inner['properties']) || inner['type'] === 'object')
  const output = schemaAt(inner, OUTPUTS)
  const { annotations } = inner
  return {
    name,
    description: DESCRIPTIONS.map((field) => inner[field]).find(
      (value) => typeof value === 'string' && value.trim() !== '',
    ),
    input: isBare ? withoutWords(inner) : input?.schema,
    inputPath: isBare ? prefix : [...prefix, ...(input?.path ?? [])],
    output: output?.schema,
    outputPath: [...prefix, ...(output?.path ?? [])],
    isReadOnly: isObject(annotations) && annotations['readOnlyHint'] === true,
  }
}

interface Placed {
  readonly schema: JsonValue
  readonly path: readonly string[]
}

function schemaAt(given: JsonObject, names: readonly string[]): Placed | undefined {
  const name = names.find((field) => given[field] !== undefined && given[field] !== null)
  if (name === undefined) return undefined
  const schema = given[name] ?? null
  if (!isObject(schema)) return { schema, path: [name] }
  // Bedrock and the AI SDK wrap it once more.
  for (const inside of ['json', 'jsonSchema'])
    if (isObject(schema[inside]) && schema['type'] === undefined)
      return { schema: schema[inside], path: [name, inside] }
  return { schema, path: [name] }
}

function withoutWords({
  title: _title,
  description: _description,
  name: _name,
  ...rest
}: JsonObject): JsonObject {
  return rest
}

/** The tools in a wrapper of several: `functionDeclarations`, `tools`, a map by name. */
export function listLoose(given: JsonValue): readonly (readonly [value: JsonValue, key?: string])[] {
  if (isList(given)) return given.flatMap((value) => listLoose(value))
  if (!isObject(given)) return [[given]]
  for (const name of ['functionDeclarations', 'function_declarations', 'tools', 'functions'] as const) {
    const list = given[name]
    if (isList(list)) return list.flatMap((value) => listLoose(value))
    if (isObject(list)) return mapOf(list)
  }
  const isTool = findParts(given) !== undefined
  return isTool ? [[given]] : mapOf(given)
}

/** The AI SDK keys tools by their names. */
function mapOf(given: JsonObject): readonly (readonly [value: JsonValue, key?: string])[] {
  const entries = Object.entries(given)
  const isMap =
    entries.length > 0 &&
    entries.every(([, value]) => isObject(value) && schemaAt(value, INPUTS) !== undefined)
  return isMap ? entries.map(([name, value]) => [value, name] as const) : [[given]]
}
