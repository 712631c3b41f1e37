import { CONSTRAINT_RANGES } from '../../define/constraints.ts'
import { CONSTRAINT_FIELDS } from '../../define/field-names.ts'
import { ISOLATION_LEVELS } from '../../define/isolation.ts'
import type { JsonObject, JsonValue } from '../../schema/json-schema.ts'
import { formatPath, quote } from '../format-path.ts'
import { LIMITS } from '../limits.ts'
import { suggest } from '../suggest.ts'
import { kindOf } from '../read-draft.ts'
import { type Draft, isList, isObject, type Report, type Rule } from '../rule.ts'

const LEVELS: ReadonlySet<unknown> = new Set(ISOLATION_LEVELS)
const FIELDS: ReadonlySet<string> = new Set(CONSTRAINT_FIELDS)
const ALLOW_FIELDS = ['read', 'write', 'hosts']

/** Constraints are of the right types and within their ranges. */
export const constraintsRule: Rule = (draft, report) => {
  const { constraints } = draft.fields
  if (constraints === undefined) return
  const path = draft.spell('constraints')
  if (!isObject(constraints)) {
    return report(path, 'DEFINE_FIELD_TYPE', `\`${path}\` is ${kindOf(constraints)}; expected an object`)
  }
  const { length } = JSON.stringify(constraints)
  if (length > LIMITS.constraintsJsonCharacters) {
    const message = `the constraints have ${length} characters of JSON, at most ${LIMITS.constraintsJsonCharacters} are allowed`
    return report(path, 'DEFINE_FIELD_TOO_LONG', message)
  }
  checkNames(constraints, draft, report)
  checkRanges(constraints, draft, report)
  checkSideEffects(constraints, draft, report)
  checkLevel(constraints, draft, report)
  if (constraints.allow !== undefined) checkAllowList(constraints.allow, pathOf(draft, 'allow'), report)
}

/** `constraints.max_execution_ms`, as the author spells it. */
export function pathOf(draft: Draft, field: string): string {
  return formatPath(draft.spell('constraints'), [draft.spell(field)])
}

function checkNames(constraints: JsonObject, draft: Draft, report: Report): void {
  for (const key of Object.keys(constraints)) {
    if (FIELDS.has(key)) continue
    const path = formatPath(draft.spell('constraints'), [key])
    const message = `\`${path}\` is not a constraint.${suggest(key, CONSTRAINT_FIELDS.map(draft.spell))}`
    report(path, 'DEFINE_FIELD_UNKNOWN', message, 'Remove it, or correct its spelling.')
  }
}

function checkRanges(constraints: JsonObject, draft: Draft, report: Report): void {
  for (const field of ['maxExecutionMs', 'maxOutputBytes'] as const) {
    const value = constraints[field]
    const { minimum, maximum } = CONSTRAINT_RANGES[field]
    if (value === undefined) continue
    if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum) continue
    const path = pathOf(draft, field)
    const message = `${quote(value)} is out of range; expected a whole number from ${minimum} to ${maximum}`
    report(path, 'DEFINE_CONSTRAINT_RANGE', message)
  }
}

function checkSideEffects(constraints: JsonObject, draft: Draft, report: Report): void {
  const value = constraints.allowSideEffects
  if (value === undefined || typeof value === 'boolean') return
  const path = pathOf(draft, 'allowSideEffects')
  report(path, 'DEFINE_CONSTRAINT_RANGE', `\`${path}\` is ${quote(value)}; expected true or false`)
}

function checkLevel(constraints: JsonObject, draft: Draft, report: Report): void {
  const value = constraints.isolation
  if (value === undefined || LEVELS.has(value)) return
  const path = pathOf(draft, 'isolation')
  const message = `unknown isolation ${quote(value)}; the levels are ${ISOLATION_LEVELS.join(', ')}.${suggest(value, ISOLATION_LEVELS)}`
  report(path, 'DEFINE_CONSTRAINT_RANGE', message, 'Choose one of the listed levels.')
}

function checkAllowList(allow: JsonValue, path: string, report: Report): void {
  if (!isObject(allow)) {
    return report(
      path,
      'DEFINE_CONSTRAINT_RANGE',
      `\`${path}\` is ${kindOf(allow)}; expected { read, write, hosts }`,
    )
  }
  for (const [key, value] of Object.entries(allow)) {
    const at = formatPath(path, [key])
    if (!ALLOW_FIELDS.includes(key)) {
      report(
        at,
        'DEFINE_FIELD_UNKNOWN',
        `\`${at}\` is not part of an allow-list.${suggest(key, ALLOW_FIELDS)}`,
      )
    } else if (!isList(value) || value.some((entry) => typeof entry !== 'string' || entry === '')) {
      report(at, 'DEFINE_CONSTRAINT_RANGE', `\`${at}\` is ${quote(value)}; expected a list of texts`)
    }
  }
}
