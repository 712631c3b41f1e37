import { CATEGORIES } from '../../../define/categories.ts'
import { DANGER_LEVELS } from '../../../define/danger-levels.ts'
import { ISOLATION_LEVELS } from '../../../define/isolation.ts'
import type { Doc, DocTag } from './parse-doc.ts'

/** What tags of a comment say of the tool itself, as fields of a definition. */
export interface ToolFields {
  name?: string
  dangerLevel?: string
  category?: string
  version?: string
  requiredPermissions?: string[]
  constraints?: { maxExecutionMs?: number; isolation?: string; allowSideEffects?: boolean }
}

type ReadTag = (fields: ToolFields, text: string) => string | undefined

const oneOf = (values: readonly string[], text: string): string | undefined =>
  values.includes(text) ? undefined : `one of ${values.join(', ')}`

/** Each gives what it expected, when it was given something else. */
const TOOL_TAGS: ReadonlyMap<string, ReadTag> = new Map<string, ReadTag>([
  [
    'tool',
    (fields, text) => (
      (fields.name = text),
      /^[a-z][a-z0-9_]{0,63}$/.test(text) ? undefined : 'a snake_case name'
    ),
  ],
  ['danger', (fields, text) => ((fields.dangerLevel = text), oneOf(DANGER_LEVELS, text))],
  ['category', (fields, text) => ((fields.category = text), oneOf(Object.keys(CATEGORIES), text))],
  [
    'version',
    (fields, text) => (
      (fields.version = text),
      /^\d+\.\d+\.\d+/.test(text) ? undefined : 'a version such as 1.0.0'
    ),
  ],
  ['permission', readPermissions],
  ['timeout', readTimeout],
  [
    'isolation',
    (fields, text) => (
      (fields.constraints = { ...fields.constraints, isolation: text }),
      oneOf(ISOLATION_LEVELS, text)
    ),
  ],
  ['readonly', (fields) => void (fields.constraints = { ...fields.constraints, allowSideEffects: false })],
])

function readPermissions(fields: ToolFields, text: string): string | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  fields.requiredPermissions = [...(fields.requiredPermissions ?? []), ...names]
  return names.length === 0 ? 'the name of a permission' : undefined
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, min: 60_000 }

function readTimeout(fields: ToolFields, text: string): string | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min)$/.exec(text) ?? []
  if (amount === undefined) return 'a time with its unit, such as 30s'
  fields.constraints = {
    ...fields.constraints,
    maxExecutionMs: Math.round(Number(amount) * (UNITS[unit] ?? 1)),
  }
  return undefined
}

export function readToolTags(
  doc: Doc | undefined,
  complain: (tag: DocTag, expected: string) => void,
): ToolFields {
  const fields: ToolFields = {}
  for (const tag of doc?.tags ?? []) {
    const expected = TOOL_TAGS.get(tag.name)?.(fields, firstWords(tag))
    if (expected !== undefined) complain(tag, expected)
  }
  return fields
}

/** Whether a comment says that its export is no tool. */
export function isIgnored(doc: Doc | undefined): boolean {
  return doc?.tags.some(({ name }) => name === 'ignore' || name === 'internal') === true
}

/** Permissions are lists; of everything else the first word counts, so that a reason may follow. */
function firstWords({ name, text }: DocTag): string {
  if (name === 'permission') return text
  if (name === 'timeout') return text.replace(/^(\d[\d.]*\s*[a-z]+).*$/s, '$1')
  return text.split(/\s/, 1)[0] ?? ''
}
