import { describeExpected } from './explain-expected.ts'
import type { CompiledSchema } from '../compile/compile-schema.ts'
import { quoteText } from '../show-value.ts'
import type { JsonSchema } from '../json-schema.ts'
import { entriesOf, linkOf, patternTest, type Plan, type PlanLink, TYPE_BITS } from '../plan/plan.ts'
import { compiledSchema } from '../compile/schema-cache.ts'

/** One keyword that a value of the right type can still break. */
export interface Rule {
  readonly keyword: string
  /** Completes "expected …". */
  readonly expected: string
  readonly isBroken: (value: unknown) => boolean
}

/** A schema that applies to part of a value, or only sometimes. */
export interface Applicators {
  readonly not: readonly PlanLink[]
  readonly conditions: readonly {
    readonly if: PlanLink
    readonly whenTrue?: PlanLink
    readonly whenFalse?: PlanLink
  }[]
  readonly contains: readonly { readonly link: PlanLink; readonly least: number; readonly most: number }[]
  readonly propertyNames: readonly PlanLink[]
  /** By the property whose presence asks for more. */
  readonly dependents: readonly {
    readonly name: string
    readonly required: readonly string[]
    readonly link?: PlanLink
  }[]
}

/** What the lister knows of a plan; made at the first rejection that reaches it. */
export interface Rules {
  readonly expected: string
  /** The texts among the allowed values. */
  readonly texts: readonly string[]
  /** For each shape, the names it lists. */
  readonly allowedNames: readonly string[]
  readonly string: readonly Rule[]
  readonly number: readonly Rule[]
  readonly array: readonly Rule[]
  readonly object: readonly Rule[]
  /** Undefined when the schema has none of the rarer keywords. */
  readonly applicators: Applicators | undefined
}

export function rulesOf(plan: Plan): Rules {
  plan.memo ??= createRules(plan)
  return plan.memo as Rules
}

function createRules(plan: Plan): Rules {
  const rules = { string: [] as Rule[], number: [] as Rule[], array: [] as Rule[], object: [] as Rule[] }
  for (const schema of plan.schemas) {
    rules.string.push(...stringRules(schema))
    rules.number.push(...numberRules(schema))
    rules.array.push(
      ...countRules(schema, 'minItems', 'maxItems', 'item', (value) => (value as unknown[]).length),
    )
    if (schema['uniqueItems'] === true) {
      rules.array.push(
        engineRule('uniqueItems', { type: 'array', uniqueItems: true }, 'items that are all different'),
      )
    }
    const countOf = (value: unknown): number => Object.keys(value as object).length
    rules.object.push(...countRules(schema, 'minProperties', 'maxProperties', 'property', countOf))
  }
  return {
    ...rules,
    expected: describeExpected(plan),
    texts: (plan.values ?? []).filter((value) => typeof value === 'string'),
    allowedNames: plan.shapes.map((shape) => listNames([...shape.names])),
    applicators: applicatorsOf(plan),
  }
}

const MAX_SHOWN_NAMES = 30

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_SHOWN_NAMES).map((name) => quoteText(name))
  return names.length > MAX_SHOWN_NAMES ? `${shown.join(', ')}, …` : shown.join(', ')
}

function stringRules(schema: JsonSchema): Rule[] {
  const rules = lengthRules(schema)
  const { pattern, format } = schema
  if (typeof pattern === 'string') {
    const matches = patternTest(pattern)
    rules.push({
      keyword: 'pattern',
      expected: `a match of the pattern ${quoteText(pattern)}`,
      isBroken: (v) => !matches(v as string),
    })
  }
  if (typeof format === 'string') {
    rules.push(
      engineRule(
        'format',
        { type: 'string', format },
        `a string in the format ${format}${exampleOf(format)}`,
      ),
    )
  }
  return rules
}

/** A code point takes one or two units of `length`: most texts need not be counted. */
function lengthRules({ minLength, maxLength }: JsonSchema): Rule[] {
  const rules: Rule[] = []
  if (typeof minLength === 'number') {
    const isBroken = (value: unknown): boolean => {
      const text = value as string
      return text.length < minLength || (text.length < 2 * minLength && countCharacters(text) < minLength)
    }
    rules.push({ keyword: 'minLength', expected: `at least ${counted(minLength, 'character')}`, isBroken })
  }
  if (typeof maxLength === 'number') {
    const isBroken = (value: unknown): boolean => {
      const text = value as string
      return text.length > maxLength && countCharacters(text) > maxLength
    }
    rules.push({ keyword: 'maxLength', expected: `at most ${counted(maxLength, 'character')}`, isBroken })
  }
  return rules
}

/** Code points, as JSON Schema counts. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const FORMAT_EXAMPLES = new Map([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['duration', 'P1DT2H'],
  ['email', 'name@example.com'],
  ['uri', 'https://example.com/'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
  ['ipv4', '192.0.2.1'],
])

/** A sample text in a format, where one is known. */
export function sampleOfFormat(format: string): string | undefined {
  return FORMAT_EXAMPLES.get(format)
}

function exampleOf(format: string): string {
  const sample = sampleOfFormat(format)
  return sample === undefined ? '' : `, like ${sample}`
}

function numberRules(schema: JsonSchema): Rule[] {
  const rules: Rule[] = []
  const add = (keyword: string, words: string, isBroken: (value: number, limit: number) => boolean): void => {
    const limit = schema[keyword]
    if (typeof limit !== 'number') return
    rules.push({
      keyword,
      expected: `a number ${words} ${limit}`,
      isBroken: (value) => isBroken(value as number, limit),
    })
  }
  add('minimum', 'of at least', (value, limit) => value < limit)
  add('maximum', 'of at most', (value, limit) => value > limit)
  add('exclusiveMinimum', 'greater than', (value, limit) => value <= limit)
  add('exclusiveMaximum', 'less than', (value, limit) => value >= limit)
  const { multipleOf } = schema
  if (typeof multipleOf === 'number') {
    rules.push(engineRule('multipleOf', { type: 'number', multipleOf }, `a multiple of ${multipleOf}`))
  }
  return rules
}

function countRules(
  schema: JsonSchema,
  least: string,
  most: string,
  noun: string,
  countOf: (value: unknown) => number,
): Rule[] {
  const rules: Rule[] = []
  const [min, max] = [schema[least], schema[most]]
  if (typeof min === 'number') {
    rules.push({
      keyword: least,
      expected: `at least ${counted(min, noun)}`,
      isBroken: (value) => countOf(value) < min,
    })
  }
  if (typeof max === 'number') {
    rules.push({
      keyword: most,
      expected: `at most ${counted(max, noun)}`,
      isBroken: (value) => countOf(value) > max,
    })
  }
  return rules
}

function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun === 'property' ? 'properties' : `${noun}s`}`
}

/** A rule that the engine decides: it knows the fine print of formats, decimals and equality. */
function engineRule(keyword: string, schema: JsonSchema, expected: string): Rule {
  let compiled: CompiledSchema | undefined
  return {
    keyword,
    expected,
    isBroken(value) {
      try {
        compiled ??= compiledSchema(schema)
        return !compiled.check(value)
      } catch {
        return false // what cannot be compiled refuses nothing
      }
    },
  }
}

function applicatorsOf(plan: Plan): Applicators | undefined {
  const link = (schema: unknown): PlanLink => linkOf(plan.document, [schema])
  const not: PlanLink[] = []
  const conditions: Applicators['conditions'][number][] = []
  const contains: Applicators['contains'][number][] = []
  const propertyNames: PlanLink[] = []
  const dependents: Applicators['dependents'][number][] = []
  for (const schema of plan.schemas) {
    if (schema['not'] !== undefined) not.push(link(schema['not']))
    if (schema['if'] !== undefined) {
      conditions.push({
        if: link(schema['if']),
        ...(schema['then'] === undefined ? {} : { whenTrue: link(schema['then']) }),
        ...(schema['else'] === undefined ? {} : { whenFalse: link(schema['else']) }),
      })
    }
    if (schema['contains'] !== undefined) {
      const { minContains: least, maxContains: most } = schema
      contains.push({
        link: link(schema['contains']),
        least: typeof least === 'number' ? least : 1,
        most: typeof most === 'number' ? most : Infinity,
      })
    }
    if (schema['propertyNames'] !== undefined) propertyNames.push(link(schema['propertyNames']))
    for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
      for (const [name, wanted] of entriesOf(schema[keyword])) {
        if (Array.isArray(wanted)) dependents.push({ name, required: wanted })
        else dependents.push({ name, required: [], link: link(wanted) })
      }
    }
  }
  const isEmpty = [not, conditions, contains, propertyNames, dependents].every((list) => list.length === 0)
  return isEmpty ? undefined : { not, conditions, contains, propertyNames, dependents }
}

/** The rules that apply to values of one type. */
export function rulesForBit(rules: Rules, bit: number): readonly Rule[] {
  if (bit === TYPE_BITS.string) return rules.string
  if ((bit & TYPE_BITS.number) !== 0) return rules.number
  if (bit === TYPE_BITS.array) return rules.array
  return bit === TYPE_BITS.object ? rules.object : NO_RULES
}

const NO_RULES: readonly Rule[] = []
