import type { CompiledSchema } from '../compile/compile-schema.ts'
import type { ValueProblem } from './problem-listing.ts'
import { renderPath, showValue } from '../show-value.ts'
import { compiledSchema } from '../compile/schema-cache.ts'
import type { JsonSchema } from '../json-schema.ts'

const MAX_TRIALS = 200
const MAX_PARTS = 2_000
const IDENTIFYING = new Set([
  '$schema',
  '$id',
  '$defs',
  'definitions',
  '$anchor',
  '$comment',
  'title',
  'description',
])

/**
 * The last resort, for what the lister does not understand (`unevaluatedProperties`, `$dynamicRef`, anchors): leaves
 * out one part of the value after another, then one keyword of the schema after another, and asks the engine each
 * time. What makes the value fit by its absence is to blame.
 */
export function explainByTrial(
  compiled: Pick<CompiledSchema, 'schema' | 'check'>,
  value: unknown,
): ValueProblem[] {
  const blamed = isSmall(value) ? blameParts(compiled, value) : []
  if (blamed.length > 0) return blamed
  const keyword = blameKeyword(compiled.schema, value)
  const received = showValue(value)
  return [
    keyword === undefined
      ? {
          path: '',
          keyword: 'schema',
          expected: 'what the schema asks for',
          received,
          message: `${received} does not fit the schema as a whole`,
        }
      : {
          path: '',
          keyword,
          expected: `what \`${keyword}\` asks for`,
          received,
          message: `${received} does not fit \`${keyword}\` of the schema`,
        },
  ]
}

/** Every trial copies and checks the value: only what is small can be tried 200 times. */
function isSmall(value: unknown): boolean {
  let left = MAX_PARTS
  const open: unknown[] = [value]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const children = Object.values(part)
    left -= children.length
    if (left < 0) return false
    open.push(...children)
  }
  return true
}

function blameParts(compiled: Pick<CompiledSchema, 'check'>, value: unknown): ValueProblem[] {
  let trialsLeft = MAX_TRIALS
  const open: (string | number)[][] = [[]]
  while (open.length > 0 && trialsLeft > 0) {
    const path = open.shift() ?? []
    const part = partAt(value, path)
    if (typeof part !== 'object' || part === null) continue
    const keys = Array.isArray(part) ? part.keys() : Object.keys(part)
    for (const key of keys) {
      if (trialsLeft-- <= 0) break
      const inner = [...path, key]
      if (compiled.check(without(value, inner))) {
        const received = showValue(partAt(value, inner))
        const message = `${received} is not allowed here beside the rest; the call fits the schema without it`
        return [
          {
            path: renderPath(inner),
            keyword: 'schema',
            expected: 'nothing, or another value',
            received,
            message,
          },
        ]
      }
      open.push(inner)
    }
  }
  return []
}

function partAt(value: unknown, path: readonly (string | number)[]): unknown {
  let part = value
  for (const key of path) part = (part as Record<string | number, unknown>)[key]
  return part
}

/** A copy without one part; everything beside the way to it is shared. */
function without(value: unknown, path: readonly (string | number)[]): unknown {
  const [key, ...rest] = path
  if (key === undefined) return undefined
  if (Array.isArray(value)) {
    if (rest.length > 0)
      return value.map((item: unknown, index) => (index === key ? without(item, rest) : item))
    return value.filter((_, index) => index !== key)
  }
  const entries = Object.entries(value as object)
  if (rest.length > 0)
    return Object.fromEntries(
      entries.map(([name, child]) => [name, name === key ? without(child, rest) : child]),
    )
  return Object.fromEntries(entries.filter(([name]) => name !== key))
}

function blameKeyword(schema: JsonSchema | boolean, value: unknown): string | undefined {
  if (typeof schema === 'boolean') return undefined
  for (const keyword of Object.keys(schema)) {
    if (IDENTIFYING.has(keyword)) continue
    const { [keyword]: _, ...rest } = schema
    try {
      if (compiledSchema(rest).check(value)) return keyword
    } catch {
      continue // the rest refers to what was left out
    }
  }
  return undefined
}
