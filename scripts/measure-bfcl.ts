// How well the definitions of the Berkeley leaderboard become ours, and how our check of arguments judges its calls.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateArguments } from '../src/calls/validate-arguments.ts'
import type { ToolDefinition } from '../src/define/tool-definition.ts'
import { listProviders } from '../src/providers/provider.ts'
import type { JsonSchema } from '../src/schema/json-schema.ts'
import { definitionFromLoose } from '../src/sources/loose/definition-from-loose.ts'
import { payloadProblem } from './check-payload.ts'

type Row = Readonly<Record<string, unknown>>

export interface BfclCounts {
  readonly definitions: number
  readonly refusedDefinitions: readonly string[]
  readonly changes: number
  /** By provider: what it did not get, or got in a request that its own description refuses. */
  readonly badPayloads: Readonly<Record<string, readonly string[]>>
  readonly calls: number
  /** Ground-truth calls that were refused, with the reason. */
  readonly refusedCalls: readonly string[]
  /** By kind: how many calls were spoilt so, and which were accepted all the same. */
  readonly mutations: Readonly<
    Record<Mutation, { readonly made: number; readonly accepted: readonly string[] }>
  >
}

const MUTATIONS = ['required dropped', 'wrong type', 'outside the enum', 'unknown parameter'] as const
type Mutation = (typeof MUTATIONS)[number]

function rowsOf(file: string): Row[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Row)
}

/** Reads the folder `bfcl` of the corpora; requests are made of every n-th definition, which is what takes long. */
export function measureBfcl(folder: string, everyPayload = 1): BfclCounts {
  const refusedDefinitions: string[] = []
  const refusedCalls: string[] = []
  const badPayloads: Record<string, string[]> = Object.fromEntries(listProviders().map((id) => [id, []]))
  const mutations = Object.fromEntries(
    MUTATIONS.map((mutation) => [mutation, { made: 0, accepted: [] as string[] }]),
  ) as Record<Mutation, { made: number; accepted: string[] }>
  let definitions = 0
  let changes = 0
  let calls = 0

  function take(given: Row, where: string): ToolDefinition | undefined {
    definitions += 1
    const outcome = definitionFromLoose(given, { source: 'bfcl' })
    if (!outcome.ok) {
      refusedDefinitions.push(
        `${where} ${String(given['name'])}: ${outcome.problems.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
      )
      return undefined
    }
    changes += outcome.changes.length
    for (const id of definitions % everyPayload === 0 ? listProviders() : []) {
      const problem = payloadProblem(id, outcome.definition, join(folder, '..'))
      if (problem !== undefined)
        (badPayloads[id] ??= []).push(`${where} ${outcome.definition.name}: ${problem}`)
    }
    return outcome.definition
  }

  function judge(definition: ToolDefinition, args: Row, where: string): void {
    calls += 1
    const { name } = definition
    const checked = validateArguments(definition, args)
    if (!checked.ok) {
      refusedCalls.push(`${where} ${name}: ${checked.error.message.split('\n').slice(0, 3).join(' ')}`)
      return
    }
    for (const [mutation, spoilt, what] of spoil(definition.inputSchema, args)) {
      mutations[mutation].made += 1
      if (validateArguments(definition, spoilt).ok)
        mutations[mutation].accepted.push(`${where} ${name}: ${what}`)
    }
  }

  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const answers = new Map(answersOf(folder, file).map((row) => [row['id'], row['ground_truth']]))
    for (const row of rowsOf(join(folder, file))) {
      const where = String(row['id'])
      const byName = new Map((row['function'] as Row[]).map((given) => [given['name'], take(given, where)]))
      for (const truth of (answers.get(row['id']) ?? []) as Record<string, Record<string, unknown[]>>[])
        for (const [name, allowed] of Object.entries(truth)) {
          const definition = byName.get(name)
          if (definition === undefined) refusedCalls.push(`${where} ${name}: no definition has this name`)
          else judge(definition, argumentsOf(allowed, definition.inputSchema), where)
        }
    }
  }
  const turns = join(folder, 'multi_turn_func_doc')
  for (const file of readdirSync(turns).sort()) for (const row of rowsOf(join(turns, file))) take(row, file)
  return { definitions, refusedDefinitions, changes, badPayloads, calls, refusedCalls, mutations }
}

function answersOf(folder: string, file: string): Row[] {
  const known = readdirSync(join(folder, 'possible_answer'))
  return known.includes(file) ? rowsOf(join(folder, 'possible_answer', file)) : []
}

/** One call of the ground truth: of each parameter the first value that is allowed; `""` stands for leaving it out. */
function argumentsOf(allowed: Readonly<Record<string, unknown[]>>, schema: JsonSchema): Row {
  const required: readonly string[] = schema.required ?? []
  return Object.fromEntries(
    Object.entries(allowed).flatMap(([name, values]) => {
      const value = values.find((one) => one !== '') ?? ''
      if (value === '' && !required.includes(name)) return []
      return [[name, unwrap(value)]]
    }),
  )
}

/** Within an object every value is a list of allowed ones again. */
function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
      if (!Array.isArray(inner)) return [[name, unwrap(inner)]]
      const values: readonly unknown[] = inner
      const first = values.find((one) => one !== '')
      return first === undefined ? [] : [[name, unwrap(first)]]
    }),
  )
}

/** The same call with one thing wrong that the definition speaks of. */
function* spoil(schema: JsonSchema, args: Row): Generator<readonly [Mutation, Row, string]> {
  yield ['unknown parameter', { ...args, no_such_parameter: 1 }, 'no_such_parameter']
  for (const name of schema.required ?? []) {
    const { [name]: _dropped, ...rest } = args
    yield ['required dropped', rest, name]
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'boolean' || !Object.hasOwn(args, name)) continue
    if (property.enum !== undefined) yield ['outside the enum', { ...args, [name]: 'none of these' }, name]
    const wrong = wrongValue(property.type)
    if (wrong !== undefined)
      yield ['wrong type', { ...args, [name]: wrong }, `${name} ${JSON.stringify(wrong)}`]
  }
}

/** No text that could be read as the type: that is coerced, and rightly. */
function wrongValue(type: JsonSchema['type']): unknown {
  if (typeof type !== 'string') return undefined
  if (type === 'string' || type === 'boolean') return { a: ['b'] }
  return 'no such value'
}
