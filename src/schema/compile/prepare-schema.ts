// Makes the private copy that the engine compiles: what it does not do right by itself is rewritten here. Comes in: a
// checked schema. Goes out: a copy with the same meaning, free of annotations, and what else the check must heed.
import { DEFAULT_DIALECT, dialectOf, type Dialect } from '../dialects.ts'
import { REFINE, type Engine } from './engine.ts'
import { guardUnevaluatedProperties, MAX_GUARDS } from './guard-unevaluated.ts'
import { keywordIn, type KeywordTraits } from '../keywords.ts'
import { isContainer, ownKeys, referenceTokens, type SchemaObject } from '../schema-object.ts'
import { rewriteAssertion, type Refinement } from './rewrite-assertion.ts'

export interface PrepareOptions {
  /** Patterns of a trusted author may need backtracking. @default false */
  readonly trustedPatterns?: boolean
  /** Whether `format` is checked; `none` makes all of them notes. @default 'known' */
  readonly formats?: 'known' | 'none'
}

/** Counts the references followed in one check: recursion that doubles at each level of the data must end. */
interface Fuel {
  used: number
}

export interface PreparedSchema {
  readonly schema: unknown
  readonly remotes: Readonly<Record<string, unknown>>
  /** A list is longer than the code generator can take. */
  readonly mustInterpret: boolean
  /** The schema names a member of Object.prototype, so data must be looked at without one. */
  readonly needsBareObjects: boolean
  readonly fuel: Fuel
}

/** What the rewriting of single keywords may ask and tell. */
export interface Preparation {
  readonly engine: Engine
  readonly trustedPatterns: boolean
  readonly checksFormats: boolean
  mustInterpret: boolean
  needsBareObjects: boolean
  /** How many `unevaluatedProperties` were moved so far. */
  guards: number
}

/** The engine's generated code overflows the stack at some 1,950 entries in one keyword. */
const MAX_COMPILED_ENTRIES = 1_500
const MAX_FOLLOWED_REFERENCES = 1_000_000

/** Keywords that say nothing about validity; the copy is smaller without them. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])

const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef'])
/** What a draft-07 `$ref` leaves standing beside it: only where other references may lead. */
const BESIDE_REFERENCE: ReadonlySet<string> = new Set(['$ref', 'definitions', '$defs'])

export function prepareSchema(
  schema: unknown,
  remotes: Readonly<Record<string, unknown>>,
  engine: Engine,
  options: PrepareOptions,
): PreparedSchema {
  const { tokens, usesMetaSchemas } = referenceTokens([schema, remotes])
  const documents = usesMetaSchemas ? { ...engine.metaSchemas, ...remotes } : remotes
  if (usesMetaSchemas) for (const token of referenceTokens([engine.metaSchemas]).tokens) tokens.add(token)
  const preparation: Preparation = {
    engine,
    trustedPatterns: options.trustedPatterns ?? false,
    checksFormats: options.formats !== 'none',
    mustInterpret: false,
    needsBareObjects: false,
    guards: 0,
  }
  const fuel: Fuel = { used: 0 }
  const copy = createCopier(preparation, tokens, refineFuel(fuel))
  const dialect = dialectIn(schema, DEFAULT_DIALECT)
  const prepared = copy(schema, dialect)
  const others = mapValues(documents, (document) => copy(document, dialect))
  const { mustInterpret, needsBareObjects } = preparation
  return { schema: prepared, remotes: others, mustInterpret, needsBareObjects, fuel }
}

type Copy = (schema: unknown, dialect: Dialect) => unknown

function createCopier(preparation: Preparation, tokens: ReadonlySet<string>, spendFuel: Refinement): Copy {
  return function copySchema(schema: unknown, outerDialect: Dialect): unknown {
    if (Array.isArray(schema)) return schema.map((item) => copySchema(item, outerDialect))
    if (!isContainer(schema)) return schema
    const dialect = dialectIn(schema, outerDialect)
    const copy: Record<string, unknown> = {}
    const refinements: Refinement[] = []
    const references: SchemaObject[] = []
    const silent = dialect === 'draft-07' && typeof schema['$ref'] === 'string'
    for (const key of ownKeys(schema)) {
      const traits = keywordIn(key, dialect)
      const value = schema[key]
      if (traits === undefined) {
        // An unknown keyword means nothing, unless a reference leads through it.
        if (tokens.has(key)) define(copy, key, copySchema(value, dialect))
      } else if (silent && !BESIDE_REFERENCE.has(key)) {
        continue
      } else if (key === '$schema' && dialect === 'draft-07') {
        // The engine reads nested `$id` the way draft-07 means it only where there is no `$schema`.
        continue
      } else if (REFERENCES.has(key)) {
        references.push({ [key]: value })
      } else if (!ANNOTATIONS.has(key)) {
        noteSize(preparation, value)
        const below = copyBelow(preparation, traits, value, (inner) => copySchema(inner, dialect))
        const refinement = rewriteAssertion(preparation, schema, key, below)
        if (refinement.value !== undefined) copy[key] = refinement.value
        if (refinement.check !== undefined) refinements.push(refinement.check)
      }
    }
    if (refinements.length > 0) copy[REFINE] = refinements.map(asEngineRefinement)
    if (references.length > 0)
      appendAllOf(copy, [{ [REFINE]: [asEngineRefinement(spendFuel)] }, ...references])
    if (!Object.hasOwn(copy, 'unevaluatedProperties')) return copy
    // Past the limit, arrays are refused where only objects were meant: safer than code that doubles at each level.
    const guarded = preparation.guards < MAX_GUARDS ? guardUnevaluatedProperties(copy) : copy
    if (guarded !== copy) preparation.guards += 1
    return guarded
  }
}

/** Copies the subschemas of a keyword; other values as they are. */
function copyBelow(
  preparation: Preparation,
  { shape }: KeywordTraits,
  value: unknown,
  copy: (schema: unknown) => unknown,
): unknown {
  switch (shape) {
    case 'schema':
    case 'schema-list':
    case 'schema-or-list':
      return copy(value)
    case 'schema-map':
    case 'pattern-map':
    case 'dependencies':
      if (!isContainer(value)) return value
      if (shape !== 'pattern-map') for (const name of ownKeys(value)) noteName(preparation, name)
      return mapValues(value, (inner) => (Array.isArray(inner) ? copyNames(preparation, inner) : copy(inner)))
    case 'names':
      return Array.isArray(value) ? copyNames(preparation, value) : value
    case 'names-map':
      if (!isContainer(value)) return value
      for (const name of ownKeys(value)) noteName(preparation, name)
      return mapValues(value, (names) => (Array.isArray(names) ? copyNames(preparation, names) : names))
    default:
      return typeof value === 'object' ? structuredClone(value) : value
  }
}

function copyNames(preparation: Preparation, names: readonly unknown[]): readonly unknown[] {
  for (const name of names) noteName(preparation, name)
  return [...names]
}

function noteName(preparation: Preparation, name: unknown): void {
  if (typeof name === 'string' && name in Object.prototype) preparation.needsBareObjects = true
}

function noteSize(preparation: Preparation, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const entries = Array.isArray(value) ? value.length : Object.keys(value).length
  if (entries > MAX_COMPILED_ENTRIES) preparation.mustInterpret = true
}

function refineFuel(fuel: Fuel): Refinement {
  return () => {
    fuel.used += 1
    if (fuel.used > MAX_FOLLOWED_REFERENCES) throw new RangeError('too many references to follow')
    return true
  }
}

/** The form the engine knows; it never asks for the error. */
function asEngineRefinement(check: Refinement): SchemaObject {
  return { check, error: () => '' }
}

/** At the end, so that references to the entries before still lead to the same. */
function appendAllOf(copy: Record<string, unknown>, entries: readonly unknown[]): void {
  const before: unknown = copy['allOf']
  copy['allOf'] = Array.isArray(before) ? [...before, ...entries] : entries
}

function dialectIn(schema: unknown, outer: Dialect): Dialect {
  const address = isContainer(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined
  return typeof address === 'string' ? (dialectOf(address) ?? outer) : outer
}

function mapValues(map: SchemaObject, change: (value: unknown) => unknown): SchemaObject {
  const changed: Record<string, unknown> = {}
  for (const key of ownKeys(map)) define(changed, key, change(map[key]))
  return changed
}

/** Assigning to `__proto__` would change the prototype instead. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}
