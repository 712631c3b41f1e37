import {
  CONSTRAINT_FIELDS,
  camelFieldName,
  DEFINITION_FIELDS,
  snakeFieldName,
} from '../define/field-names.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import { setOwn } from '../schema/mend/fill-defaults.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import { copyJson, type CopyProblem, createCopyBudget } from './copy-json.ts'
import { formatPath, quote } from './format-path.ts'
import { type Draft, type FieldName, isObject, type Report } from './rule.ts'
import { createSchemaLook } from './schema-findings.ts'

const FIELDS: ReadonlySet<string> = new Set<FieldName>([...DEFINITION_FIELDS, 'parameters'])
const CONSTRAINTS: ReadonlySet<string> = new Set(CONSTRAINT_FIELDS)
const MAX_UNKNOWN_FIELDS = 20

/** Names that stand for a field in one author's form only: `input` in `defineTool`. */
export type Aliases = Readonly<Record<string, FieldName>>

/** A draft, and the fields whose values could not be taken over: what is wrong with those has been reported. */
export interface ReadDraft extends Draft {
  readonly unreadable: readonly string[]
}

/** Reads anything at all into a draft; undefined when it is nothing that fields could be read from. */
export function readDraft(value: unknown, report: Report, aliases: Aliases = {}): ReadDraft | undefined {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report(
        '',
        'DEFINE_FIELD_TYPE',
        `a definition is an object, not ${kindOf(value)}`,
        'Give an object with `name`, `description` and an input schema.',
      )
      return undefined
    }
    return readFields(value as Readonly<Record<string, unknown>>, report, aliases)
  } catch {
    report(
      '',
      'DEFINE_FIELD_TYPE',
      'the definition cannot be read: a getter or proxy threw',
      'Give a plain object.',
    )
    return undefined
  }
}

function readFields(source: Readonly<Record<string, unknown>>, report: Report, aliases: Aliases): ReadDraft {
  const fields: Partial<Record<FieldName, JsonValue>> = {}
  const spelling = new Map<string, string>()
  const unknown: string[] = []
  const unreadable: string[] = []
  const budget = createCopyBudget()

  for (const key of Object.keys(source)) {
    const field = Object.hasOwn(aliases, key) ? aliases[key] : camelFieldName(key)
    if (field === undefined || !isField(field)) {
      if (unknown.length < MAX_UNKNOWN_FIELDS) unknown.push(key)
      continue
    }
    let value: unknown
    try {
      value = source[key]
    } catch {
      unreadable.push(key)
      const problem: CopyProblem = {
        path: [],
        reason: 'not-json',
        message: 'cannot be read: a getter or proxy threw',
      }
      report(key, codeOf(field, problem), `\`${key}\` ${problem.message}`)
      continue
    }
    if (value === undefined || !claim(spelling, field, key, key, report)) continue
    const copied = copyJson(value, budget, (problem) => {
      if (!unreadable.includes(key)) unreadable.push(key)
      const path = formatPath(key, problem.path)
      report(path, codeOf(field, problem), `\`${path}\` ${problem.message}`)
    })
    // Null stands for absent: databases and YAML files write it for a field that is not set.
    if (copied !== undefined && copied !== null) fields[field] = copied
  }
  if (isObject(fields.constraints)) fields.constraints = readConstraints(fields.constraints, spelling, report)

  let isSnake: boolean | undefined
  function spell(field: string): string {
    const given = spelling.get(field) ?? Object.keys(aliases).find((name) => aliases[name] === field)
    if (given !== undefined) return given
    isSnake ??= [...spelling].some(([known, name]) => known !== name && snakeFieldName(known) === name)
    return isSnake ? snakeFieldName(field) : field
  }
  return {
    fields,
    unknown,
    unreadable,
    spell,
    look: createSchemaLook(),
    get allowed() {
      return Array.from(FIELDS, spell)
    },
  }
}

function readConstraints(source: JsonValue, spelling: Map<string, string>, report: Report): JsonValue {
  const constraints: Record<string, JsonValue> = {}
  const parent = spelling.get('constraints') ?? 'constraints'
  for (const [key, value] of Object.entries(source ?? {})) {
    const field = camelFieldName(key)
    if (CONSTRAINTS.has(field)) {
      if (claim(spelling, field, key, formatPath(parent, [key]), report) && value !== null)
        constraints[field] = value
    } else {
      setOwn(constraints, key, value)
    }
  }
  return constraints
}

/** Remembers how a field is spelt; false when it was there already in the other spelling. */
function claim(
  spelling: Map<string, string>,
  field: string,
  key: string,
  path: string,
  report: Report,
): boolean {
  const earlier = spelling.get(field)
  if (earlier === undefined) {
    spelling.set(field, key)
    return true
  }
  report(
    path,
    'DEFINE_FIELD_UNKNOWN',
    `\`${key}\` is given already as \`${earlier}\``,
    'Keep one of the two.',
  )
  return false
}

function isField(name: string): name is FieldName {
  return FIELDS.has(name)
}

function codeOf(field: FieldName, problem: CopyProblem): ErrorCode {
  if (field === 'metadata') return 'DEFINE_METADATA_INVALID'
  const isSchema = field === 'inputSchema' || field === 'outputSchema'
  if (problem.reason === 'too-large') return isSchema ? 'SCHEMA_TOO_LARGE' : 'DEFINE_FIELD_TOO_LONG'
  return isSchema ? 'SCHEMA_INVALID' : 'DEFINE_FIELD_TYPE'
}

/** What a value is, for a message: `a number`, `null`, `a list`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? `the text ${quote(value, 40)}` : `a ${typeof value}`
}
