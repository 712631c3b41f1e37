import type { JsonObject, JsonValue } from '../../../schema/json-schema.ts'
import { KEYWORDS } from '../../../schema/keywords.ts'
import { isContainer, type SchemaObject } from '../../../schema/schema-object.ts'
import type { KeywordAction } from '../schema-dialect.ts'
import { describeAssertions, shorten } from './describe.ts'
import { isAssertion } from './keyword-facts.ts'
import {
  type Assertion,
  inside,
  type Lowering,
  loosenTooLarge,
  own,
  type Place,
  put,
  reportChange,
} from './lowering.ts'

/** Keywords whose branches must not be loosened: that would narrow the whole. */
const NEGATIVE: ReadonlySet<string> = new Set(['not', 'if', 'oneOf', 'contains'])

const TOIL_OF_TEXT = 100

/** What becomes of a keyword that no other part of the compiler has dealt with. */
function actionOf(lowering: Lowering, keyword: string, value: unknown): KeywordAction {
  const { dialect } = lowering
  if (keyword === '$defs' || keyword === 'definitions') return 'drop'
  if (keyword === 'format' && typeof value === 'string') {
    return dialect.formats === 'any' || dialect.formats.includes(value) ? 'keep' : 'describe'
  }
  const named = Object.hasOwn(dialect.keywords, keyword) ? dialect.keywords[keyword] : undefined
  const other = isAssertion(keyword) ? 'describe' : 'drop'
  const action = named ?? (dialect.otherKeywords === 'keep' ? 'keep' : other)
  const takes =
    dialect.takes !== undefined && Object.hasOwn(dialect.takes, keyword) ? dialect.takes[keyword] : undefined
  return action === 'keep' && takes?.(value) === false ? 'describe' : action
}

/** Lowers the given keywords of a schema into `out`; gives what is to be described. */
export function lowerKeywords(
  lowering: Lowering,
  node: SchemaObject,
  keywords: readonly string[],
  place: Place,
  out: object,
): readonly Assertion[] {
  const described: Assertion[] = []
  for (const keyword of keywords) {
    if (keyword === 'description') continue
    const value = node[keyword]
    const action = actionOf(lowering, keyword, value)
    const { path } = inside(place, keyword)
    if (action === 'keep') keepKeyword(lowering, keyword, value, place, out)
    else if (action === 'describe') described.push([keyword, value])
    else if (keyword !== '$defs' && keyword !== 'definitions') {
      reportChange(lowering, path, 'dropped', `\`${keyword}\` is not sent`)
    }
  }
  return described
}

function keepKeyword(lowering: Lowering, keyword: string, value: unknown, place: Place, out: object): void {
  const before = lowering.loosened
  const lowered = lowerInside(lowering, keyword, value, place)
  if (lowering.loosened === before || !NEGATIVE.has(keyword)) put(out, keyword, lowered)
  else {
    reportChange(
      lowering,
      inside(place, keyword).path,
      'dropped',
      `\`${keyword}\` is not sent: a part of it is too loose now`,
    )
  }
}

/** The value of a kept keyword, its subschemas lowered. */
function lowerInside(lowering: Lowering, keyword: string, value: unknown, place: Place): unknown {
  const lower = (part: unknown, ...keys: readonly (string | number)[]): JsonValue => {
    if (typeof part === 'boolean') return part
    return lowering.lower(part, inside(place, keyword, ...keys)).schema
  }
  switch (KEYWORDS.get(keyword)?.shape) {
    case 'schema':
    case 'schema-or-list':
      return lower(value)
    case 'schema-list':
      return Array.isArray(value) ? value.map((part, index) => lower(part, index)) : value
    case 'schema-map':
    case 'pattern-map':
    case 'dependencies': {
      if (!isContainer(value)) return value
      const result = {}
      for (const [key, part] of Object.entries(value)) {
        put(result, key, Array.isArray(part) ? part : lower(part, key))
      }
      return result
    }
    default:
      return value
  }
}

/** The annotations of a schema, and its description with what can only be described. */
export function lowerNotes(lowering: Lowering, notes: SchemaObject, place: Place): JsonObject {
  const out: Record<string, JsonValue> = {}
  const described = lowerKeywords(lowering, notes, Object.keys(notes), place, out)
  const text = describe(lowering, notes, described, place)
  return text === undefined ? out : { description: text, ...out }
}

/** The description of a schema; reports what is only said there. */
export function describe(
  lowering: Lowering,
  node: SchemaObject,
  assertions: readonly Assertion[],
  place: Place,
): string | undefined {
  const said: string[] = []
  for (const [keyword, value] of assertions) {
    const text = shorten(value)
    // What is left over is said in each branch of a union: many times many are too many.
    if (!lowering.toil(TOIL_OF_TEXT + text.length)) {
      loosenTooLarge(lowering, place.path)
      break
    }
    said.push(`${keyword}: ${text}`)
    reportChange(
      lowering,
      inside(place, keyword).path,
      'described',
      `\`${keyword}: ${text.slice(0, 60)}\` is said in the description`,
    )
  }
  return describeAssertions(own(node, 'description'), said)
}
