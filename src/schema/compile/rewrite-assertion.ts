import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { isFormatName } from './formats.ts'
import { jsonEqual } from '../json-equal.ts'
import type { Preparation } from './prepare-schema.ts'
import { compilePattern, judgePattern } from '../pattern/safe-pattern.ts'
import { isContainer, ownKeys, type SchemaObject } from '../schema-object.ts'

/** A check of ours that the engine runs as part of its own. */
export type Refinement = (value: unknown) => boolean

/** What becomes of a keyword: a value for the engine, a check of ours, both, or nothing. */
export interface Rewritten {
  readonly value?: unknown
  readonly check?: Refinement
}

/** Longer than any string can be, and small enough that the engine's shift by one bit does not overflow. */
const LONGEST_TEXT = 2 ** 29
/** From here on a Set is faster than the engine's comparisons, and safe from its limit on list lengths. */
const MANY = 32

/** Rewrites the one keyword if the engine gets it wrong, or slow, in its plain form. */
export function rewriteAssertion(
  preparation: Preparation,
  schema: SchemaObject,
  key: string,
  value: unknown,
): Rewritten {
  switch (key) {
    case 'format':
      return rewriteFormat(preparation, value)
    case 'pattern':
      return typeof value === 'string' ? rewritePattern(preparation, value) : {}
    case 'patternProperties':
      if (isContainer(value)) for (const pattern of ownKeys(value)) vetKeyPattern(preparation, pattern)
      return { value }
    case 'minLength':
    case 'maxLength':
      return { value: typeof value === 'number' ? Math.min(value, LONGEST_TEXT) : value }
    case 'const':
      return typeof value === 'object' && value !== null
        ? { check: (given) => jsonEqual(given, value) }
        : { value }
    case 'enum':
      return Array.isArray(value) ? rewriteEnum(value) : { value }
    case 'additionalProperties':
      return value === false ? rewriteClosed(schema) : { value }
    default:
      return { value }
  }
}

function rewriteFormat({ checksFormats, engine }: Preparation, name: unknown): Rewritten {
  if (!checksFormats || !isFormatName(name)) return {}
  const fits = engine.formats[name]
  return { check: (given) => typeof given !== 'string' || fits(given) }
}

function rewritePattern({ trustedPatterns }: Preparation, pattern: string): Rewritten {
  const test = compilePattern(pattern, trustedPatterns)
  if (test instanceof RegExp) return { value: test }
  return { check: (given) => typeof given !== 'string' || test.test(given) }
}

/** The engine builds its own expression from these keys, so that only native ones can be had. */
function vetKeyPattern({ trustedPatterns }: Preparation, pattern: string): void {
  const { kind } = judgePattern(pattern)
  if (kind === 'native' || (trustedPatterns && kind !== 'invalid')) return
  const code = kind === 'invalid' ? 'SCHEMA_PATTERN_INVALID' : 'SCHEMA_PATTERN_UNSAFE'
  throw new ToolwrightError(code, `The key pattern \`${pattern}\` cannot be used.`)
}

function rewriteEnum(values: readonly unknown[]): Rewritten {
  const simple = new Set<unknown>()
  const compound: unknown[] = []
  for (const value of values) {
    if (typeof value === 'object' && value !== null) compound.push(value)
    else simple.add(value)
  }
  if (compound.length === 0 && values.length <= MANY) return { value: values }
  return { check: (given) => simple.has(given) || compound.some((value) => jsonEqual(given, value)) }
}

/** The engine tests each key against an expression of all names: with many names and many keys that takes for ever. */
function rewriteClosed(schema: SchemaObject): Rewritten {
  const { properties } = schema
  if (isContainer(schema['patternProperties'])) return { value: false }
  const names = new Set(isContainer(properties) ? ownKeys(properties) : [])
  return {
    check(given) {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return true
      for (const key in given) if (!names.has(key) && Object.hasOwn(given, key)) return false
      return true
    },
  }
}
