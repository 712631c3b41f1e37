import { checkSchema } from '../../schema/check/check-schema.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Note } from './open-api-change.ts'
import { isFields } from './read-values.ts'
import { referencesIn } from './schema-library.ts'

type Schema = JsonSchema | boolean
/** A property or a definition: what is loosened as one. */
type Part = readonly [holder: 'properties' | '$defs', name: string]

const MAX_ROUNDS = 12
/** Words that help a reader and that no check needs. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'title', 'examples', '$comment'])

/**
 * Makes a schema that is not valid, or too large, one that can be checked: first without words, then part by part with
 * nothing but its type. Undefined when nothing helps.
 */
export function repairSchema(schema: JsonSchema, path: string, note: Note): JsonSchema | undefined {
  let current = schema
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const problems = checkSchema(current)
    if (problems.length === 0) return current
    const bad = problems.map((problem) => partAt(current, problem.path)).filter((part) => part !== undefined)
    // Without a place it is the whole that is too large.
    if (bad.length === 0 && round === 0) {
      current = withoutWords(current)
      note('schema-loosened', path, 'is too large: descriptions inside it were left out')
      continue
    }
    const parts = bad.length > 0 ? bad : largestParts(current)
    if (parts.length === 0) return undefined
    for (const part of new Map(parts.map((found) => [found.join(' '), found])).values()) {
      const [holder, name] = part
      const why =
        problems.find((problem) => problem.path[0] === holder && problem.path[1] === name)?.message ??
        'it is too large'
      note('schema-loosened', `${path}.${holder}.${name.slice(0, 100)}`, `only its type is checked: ${why}`)
      current = withPart(current, part, loose(current[holder]?.[name]))
    }
    current = withoutUnused(current)
  }
  return undefined
}

function partAt(schema: JsonSchema, [holder, name]: readonly (string | number)[]): Part | undefined {
  if ((holder !== 'properties' && holder !== '$defs') || typeof name !== 'string') return undefined
  return isFields(schema[holder]) && Object.hasOwn(schema[holder], name) ? [holder, name] : undefined
}

/** A fourth of what there is, the largest first. */
function largestParts(schema: JsonSchema): readonly Part[] {
  const sized = (['properties', '$defs'] as const).flatMap((holder) =>
    Object.entries(schema[holder] ?? {}).map(([name, part]) => ({
      part: [holder, name] as const,
      size: JSON.stringify(part).length,
    })),
  )
  const worthwhile = sized.filter(({ size }) => size > 200).sort((one, other) => other.size - one.size)
  return worthwhile.slice(0, Math.ceil(worthwhile.length / 4)).map(({ part }) => part)
}

function withPart(schema: JsonSchema, [holder, name]: Part, part: Schema): JsonSchema {
  return { ...schema, [holder]: Object.fromEntries([...Object.entries(schema[holder] ?? {}), [name, part]]) }
}

function loose(schema: Schema | undefined): Schema {
  if (typeof schema !== 'object') return {}
  const { type, description } = schema
  return {
    ...(type === undefined ? {} : { type }),
    ...(typeof description === 'string' && description.length <= 1_000 ? { description } : {}),
  }
}

/** Without definitions that nothing refers to any more. */
function withoutUnused(schema: JsonSchema): JsonSchema {
  const { $defs = {}, ...rest } = schema
  const used = new Set<string>()
  const open = [...referencesIn(rest)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name) || !Object.hasOwn($defs, name)) continue
    used.add(name)
    open.push(...referencesIn($defs[name]))
  }
  const kept = Object.entries($defs).filter(([name]) => used.has(name))
  return kept.length === 0 ? rest : { ...rest, $defs: Object.fromEntries(kept) }
}

function withoutWords(schema: JsonSchema): JsonSchema {
  const strip = (value: unknown, isMap: boolean, depth: number): unknown => {
    if (depth > 100 || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => strip(item, false, depth + 1))
    const pairs = Object.entries(value).filter(([key]) => isMap || depth <= 2 || !ANNOTATIONS.has(key))
    return Object.fromEntries(
      pairs.map(([key, child]) => [
        key,
        key === 'enum' || key === 'const'
          ? child
          : strip(child, !isMap && (key === 'properties' || key === '$defs'), depth + 1),
      ]),
    )
  }
  return strip(schema, false, 0) as JsonSchema
}
