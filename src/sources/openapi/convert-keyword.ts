import { JSON_TYPES, keywordIn } from '../../schema/keywords.ts'
import { judgePattern } from '../../schema/pattern/safe-pattern.ts'
import { showValue } from '../../schema/show-value.ts'
import type { Note } from './open-api-change.ts'
import type { Schema } from './conversion.ts'
import { type Fields, isFields } from './read-values.ts'
import { shortExamples } from './schema-words.ts'

const OLD_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['file', 'string'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
])
/** The value of a keyword in JSON Schema 2020-12, undefined where it has none; `below` converts the schemas in it. */
export function convertKeyword(
  keyword: string,
  given: unknown,
  schema: Fields,
  path: string,
  note: Note,
  below: (child: unknown, name: string | number) => Schema,
): unknown {
  const leaveOut = (why: string): undefined => {
    note(
      keyword === 'pattern' ? 'pattern-left-out' : 'keyword-left-out',
      path,
      `\`${keyword}\` is ${showValue(given)}${why}`,
    )
  }
  const traits = keywordIn(keyword, '2020-12')
  if (traits === undefined) return undefined
  switch (traits.shape) {
    case 'any':
      return given
    case 'text':
      return typeof given === 'string' ? given : leaveOut('')
    case 'boolean':
      return typeof given === 'boolean' ? given : leaveOut('')
    case 'number':
      if (typeof given === 'boolean') return exclusiveBound(keyword, given, schema)
      return isOvertaken(keyword, schema) ? undefined : Number.isFinite(given) ? given : leaveOut('')
    case 'positive-number':
      return typeof given === 'number' && given > 0 && Number.isFinite(given) ? given : leaveOut('')
    case 'count':
      return Number.isInteger(given) && Number(given) >= 0 ? given : leaveOut('')
    case 'list':
      if (!Array.isArray(given) || (keyword === 'enum' && given.length === 0)) return leaveOut('')
      return keyword === 'examples' ? shortExamples(given) : given
    case 'type':
      return readType(given) ?? leaveOut(', which is no type')
    case 'names-map':
      return isFields(given)
        ? Object.fromEntries(Object.entries(given).map(([name, names]) => [name, namesOf(names)]))
        : leaveOut('')
    case 'pattern': {
      const judgement = typeof given === 'string' ? judgePattern(given).kind : 'invalid'
      if (judgement === 'invalid') return leaveOut(', which is no regular expression')
      return judgement === 'unsafe' ? leaveOut(', which could take very long on some texts') : given
    }
    case 'schema':
      return below(given, '')
    case 'schema-or-list':
      return Array.isArray(given) ? given.map(below) : below(given, '')
    case 'schema-list':
      return Array.isArray(given) && given.length > 0 ? given.map(below) : leaveOut('')
    case 'schema-map':
      return isFields(given)
        ? Object.fromEntries(Object.entries(given).map(([name, child]) => [name, below(child, name)]))
        : leaveOut('')
    case 'pattern-map':
      if (!isFields(given)) return leaveOut('')
      return Object.fromEntries(
        Object.entries(given)
          .filter(
            ([pattern]) =>
              judgePattern(pattern).kind === 'native' || leaveOut(', with a pattern that cannot be checked'),
          )
          .map(([pattern, child]) => [pattern, below(child, pattern)]),
      )
    default:
      return leaveOut(', which is not taken over')
  }
}

/** `exclusiveMinimum: true` beside `minimum: 5`, as 3.0 has it. */
function exclusiveBound(keyword: string, given: boolean, schema: Fields): unknown {
  const bound =
    keyword === 'exclusiveMinimum'
      ? schema['minimum']
      : keyword === 'exclusiveMaximum'
        ? schema['maximum']
        : undefined
  return given && Number.isFinite(bound) ? bound : undefined
}

function isOvertaken(keyword: string, schema: Fields): boolean {
  return (
    (keyword === 'minimum' && schema['exclusiveMinimum'] === true) ||
    (keyword === 'maximum' && schema['exclusiveMaximum'] === true)
  )
}

function readType(given: unknown): unknown {
  const listed = (Array.isArray(given) ? given : [given]).map((type: unknown) => OLD_TYPES.get(type) ?? type)
  const known = [...new Set(listed.filter((type) => JSON_TYPES.has(type)))]
  if (known.length === 0) return undefined
  return known.length === 1 ? known[0] : known
}

export function namesOf(given: unknown): string[] {
  return Array.isArray(given)
    ? [...new Set(given.filter((name): name is string => typeof name === 'string'))]
    : []
}
