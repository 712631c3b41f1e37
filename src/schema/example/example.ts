import { sampleOfFormat } from '../explain/explain-rules.ts'
import { sampleOfPattern } from './example-pattern.ts'
import { listProblems } from '../explain/list-problems.ts'
import { setOwn } from '../mend/fill-defaults.ts'
import type { JsonSchema } from '../json-schema.ts'
import { itemPlan, type Plan, planSchema, propertyPlan, TYPE_BITS } from '../plan/plan.ts'
import { compiledSchema } from '../compile/schema-cache.ts'

const MAX_DEPTH = 20
const MAX_ITEMS = 50

/** The smallest value that fits a schema: required parts only. Checked; undefined when none could be made. */
export function minimalExample(schema: JsonSchema): unknown {
  try {
    const plan = planSchema(schema)
    const compiled = compiledSchema(schema)
    for (const candidate of candidatesOf(plan, 0)) if (compiled.check(candidate)) return candidate
  } catch {
    // a schema that cannot be compiled has no example
  }
  return undefined
}

/** Values that should fit a plan, best first: what the author gave, then what the types and limits suggest. */
function* candidatesOf(plan: Plan, depth: number): Generator {
  if (depth > MAX_DEPTH) return
  if (plan.values !== undefined) {
    yield* plan.values
    return
  }
  for (const schema of plan.schemas) {
    if (depth > 0 && Object.hasOwn(schema, 'default')) yield schema.default
    if (Array.isArray(schema['examples'])) yield* schema['examples']
  }
  const union = plan.unions[0]
  if (union !== undefined) {
    for (const link of union.branches) yield* branchCandidates(plan, link(), depth)
  }
  yield* typedCandidates(plan, depth)
}

/** Objects of a branch are merged with what the surrounding schema asks for. */
function* branchCandidates(plan: Plan, branch: Plan, depth: number): Generator {
  for (const inner of candidatesOf(branch, depth + 1)) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) {
      yield inner
      continue
    }
    const merged = objectExample(plan, depth, branch.requiredNames)
    for (const [name, value] of Object.entries(inner)) {
      if (branch.properties.has(name) || !Object.hasOwn(merged, name)) setOwn(merged, name, value)
    }
    yield merged
  }
}

function* typedCandidates(plan: Plan, depth: number): Generator {
  const { types } = plan
  if ((types & TYPE_BITS.object) !== 0 && types !== ANY) yield objectExample(plan, depth)
  if ((types & TYPE_BITS.string) !== 0) yield* textCandidates(plan)
  if ((types & TYPE_BITS.integer) !== 0) yield* numberCandidates(plan)
  if ((types & TYPE_BITS.boolean) !== 0) yield* [true, false]
  if ((types & TYPE_BITS.array) !== 0) yield arrayExample(plan, depth)
  if (types === ANY) yield objectExample(plan, depth)
  if ((types & TYPE_BITS.null) !== 0) yield null
}

const ANY = 127

/** The first candidate in which the lister finds nothing wrong, else the first at all: the last check decides. */
function exampleOf(plan: Plan, depth: number): unknown {
  let first: unknown
  for (const candidate of candidatesOf(plan, depth)) {
    if (first === undefined) first = candidate
    if (listProblems(plan, candidate).length === 0) return candidate
  }
  return first
}

function objectExample(
  plan: Plan,
  depth: number,
  alsoRequired: readonly string[] = [],
): Record<string, unknown> {
  const example: Record<string, unknown> = {}
  const add = (name: string): void => {
    const child = propertyPlan(plan, name)
    setOwn(example, name, child === undefined ? 'text' : exampleOf(child, depth + 1))
  }
  for (const name of plan.requiredNames) add(name)
  for (const name of alsoRequired) add(name)
  const least = largest(plan, 'minProperties')
  for (const name of plan.properties.keys()) {
    if (Object.keys(example).length >= least) break
    if (!Object.hasOwn(example, name)) add(name)
  }
  for (let index = 1; Object.keys(example).length < Math.min(least, MAX_ITEMS); index++) add(`name_${index}`)
  return example
}

function arrayExample(plan: Plan, depth: number): unknown[] {
  const example: unknown[] = []
  const count = Math.min(MAX_ITEMS, largest(plan, 'minItems'))
  const mustDiffer = plan.schemas.some((schema) => schema['uniqueItems'] === true)
  for (let index = 0; index < count; index++) {
    const child = itemPlan(plan, index)
    if (child === undefined) example.push(mustDiffer ? `text_${index + 1}` : 'text')
    else example.push(mustDiffer ? differentExample(child, depth, example) : exampleOf(child, depth + 1))
  }
  for (const schema of plan.schemas) {
    if (schema['contains'] === undefined || example.length > 0) continue
    const wanted = schema['contains']
    if (typeof wanted === 'object' && wanted !== null)
      example.push(exampleOf(planSchema(wanted as JsonSchema), depth + 1))
  }
  return example
}

function differentExample(plan: Plan, depth: number, taken: readonly unknown[]): unknown {
  for (const candidate of candidatesOf(plan, depth + 1)) {
    for (let index = 0; index <= taken.length; index++) {
      const varied = typeof candidate === 'number' ? candidate + index : vary(candidate, index)
      if (!taken.includes(varied) && listProblems(plan, varied).length === 0) return varied
    }
  }
  return undefined
}

function vary(candidate: unknown, index: number): unknown {
  return typeof candidate === 'string' && index > 0 ? `${candidate}_${index}` : candidate
}

function* textCandidates(plan: Plan): Generator {
  const least = largest(plan, 'minLength')
  const most = smallest(plan, 'maxLength')
  for (const { format, pattern } of plan.schemas) {
    if (typeof format === 'string') yield sampleOfFormat(format)
    if (typeof pattern === 'string') {
      const sample = sampleOfPattern(pattern, least)
      if (sample !== undefined) yield sample
    }
  }
  if (least <= 100_000) yield 'text'.slice(0, Math.max(least, Math.min(most, 4))).padEnd(least, 'x')
}

function* numberCandidates(plan: Plan): Generator {
  const from = Math.max(largest(plan, 'minimum', -Infinity), largest(plan, 'exclusiveMinimum', -Infinity))
  const to = Math.min(smallest(plan, 'maximum'), smallest(plan, 'exclusiveMaximum'))
  const step = largest(plan, 'multipleOf', 0) || 1
  if (from <= 1 && to >= 1) yield 1
  if (from <= 0 && to >= 0) yield 0
  if (Number.isFinite(from)) {
    const first = Math.ceil(from / step) * step
    yield* [first, first + step, from]
  }
  if (Number.isFinite(to)) {
    const last = Math.floor(to / step) * step
    yield* [last, last - step, to]
  }
  yield step
  if (Number.isFinite(from) && Number.isFinite(to)) yield (from + to) / 2
}

function largest(plan: Plan, keyword: string, least: number = 0): number {
  return plan.schemas.reduce((limit, schema) => {
    const value = schema[keyword]
    return typeof value === 'number' && value > limit ? value : limit
  }, least)
}

function smallest(plan: Plan, keyword: string): number {
  return plan.schemas.reduce((limit, schema) => {
    const value = schema[keyword]
    return typeof value === 'number' && value < limit ? value : limit
  }, Infinity)
}
