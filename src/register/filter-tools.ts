import type { Category } from '../define/categories.ts'
import { aFlag, checkOptions, type OptionRule, type OptionRules } from '../define/check-options.ts'
import type { DangerLevel } from '../define/danger-levels.ts'
import type { Tool } from '../define/tool.ts'
import type { RegistryEntry } from './registry-entry.ts'

type OneOrMany<Value> = Value | readonly Value[]

/** What a tool must be; every given field must fit, and of several values of a field any one. */
export interface ToolFilter {
  readonly category?: OneOrMany<Category>
  readonly tag?: OneOrMany<string>
  readonly dangerLevel?: OneOrMany<DangerLevel>
  /** A permission that the tool requires. */
  readonly permission?: OneOrMany<string>
  readonly source?: OneOrMany<string>
  readonly enabled?: boolean
}

const isText = (value: unknown): boolean => typeof value === 'string'
const texts: OptionRule = [
  (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  'a text or a list of texts',
]

const RULES: OptionRules<ToolFilter> = {
  category: texts,
  tag: texts,
  dangerLevel: texts,
  permission: texts,
  source: texts,
  enabled: aFlag,
}

/** The tools that fit, in the order of their registration. */
export function filterTools(entries: Iterable<RegistryEntry>, filter: ToolFilter): Tool[] {
  checkOptions('filter', filter, RULES)
  const found: Tool[] = []
  for (const entry of entries) {
    const { definition } = entry.tool
    if (
      (filter.enabled === undefined || filter.enabled === definition.enabled) &&
      fits(filter.category, definition.category) &&
      fits(filter.dangerLevel, definition.dangerLevel) &&
      fits(filter.source, entry.source) &&
      fitsAny(filter.tag, definition.tags) &&
      fitsAny(filter.permission, definition.requiredPermissions)
    ) {
      found.push(entry.tool)
    }
  }
  return found
}

function fits(wanted: OneOrMany<string> | undefined, actual: string): boolean {
  if (wanted === undefined || wanted === actual) return true
  return typeof wanted !== 'string' && wanted.includes(actual)
}

function fitsAny(wanted: OneOrMany<string> | undefined, actual: readonly string[]): boolean {
  return wanted === undefined || actual.some((value) => fits(wanted, value))
}
