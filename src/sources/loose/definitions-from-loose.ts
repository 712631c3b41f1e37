import type { ToolDefinition } from '../../define/tool-definition.ts'
import { aText, checkOptions, type OptionRules } from '../../define/check-options.ts'
import { ERROR_CODES } from '../../errors/error-codes.ts'
import type { Problem } from '../../errors/problem.ts'
import { canonicalNames } from '../../validate/canonical-name.ts'
import { copyJson, createCopyBudget } from '../../validate/copy-json.ts'
import { formatPath } from '../../validate/format-path.ts'
import { isObject } from '../../validate/rule.ts'
import { fromCopy, type LooseOptions } from './definition-from-loose.ts'
import { findParts, listLoose } from './find-parts.ts'
import type { LooseChange } from './loose-change.ts'

/** Definitions that were made, what was mended, and which could not be made. */
export interface LooseDefinitions {
  readonly definitions: readonly ToolDefinition[]
  readonly changes: readonly (LooseChange & { readonly toolName: string })[]
  readonly problems: readonly (Problem & { readonly toolName: string })[]
}

const RULES: OptionRules<LooseOptions> = { source: aText }

/**
 * Makes definitions of a list, a wrapper (`tools`, `functionDeclarations`) or a map by name, in the forms that
 * `definitionFromLoose` reads. `implement(definition, run)` makes tools of them. A bad one costs no other.
 */
export function definitionsFromLoose(value: unknown, options: LooseOptions = {}): LooseDefinitions {
  checkOptions('definitionsFromLoose', options, RULES)
  const { source = 'loose' } = options
  const definitions: ToolDefinition[] = []
  const changes: (LooseChange & { toolName: string })[] = []
  const problems: (Problem & { toolName: string })[] = []
  const items = itemsOf(value, (problem) => problems.push({ ...problem, toolName: '' }))
  const names = canonicalNames(items.map(({ name }) => name))
  const seen = new Set<string>()
  for (const { copy, key, name: toolName } of items) {
    if (toolName !== '' && seen.has(toolName)) {
      const message = `the name \`${toolName.slice(0, 64)}\` is given twice: the first holds`
      problems.push({
        path: 'name',
        code: 'REGISTER_NAME_TAKEN',
        message,
        hint: ERROR_CODES.REGISTER_NAME_TAKEN.cure,
        toolName,
      })
      continue
    }
    seen.add(toolName)
    const outcome = fromCopy(copy, key, names.get(toolName), source)
    if (outcome.ok) {
      definitions.push(outcome.definition)
      changes.push(...outcome.changes.map((change) => ({ ...change, toolName })))
    } else problems.push(...outcome.problems.map((problem) => ({ ...problem, toolName })))
  }
  return { definitions, changes, problems }
}

/** Each is copied for itself: one that is too large takes no room from the others. */
function itemsOf(value: unknown, report: (problem: Problem) => void) {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((item, index) => {
    let isWhole = true
    const copy = copyJson(item, createCopyBudget(), ({ path, message }) => {
      isWhole = false
      const at = formatPath(Array.isArray(value) ? `[${index}]` : '', path)
      const code = 'DEFINE_FIELD_TYPE'
      report({ path: at, code, message: `\`${at}\` ${message}`, hint: ERROR_CODES[code].cure })
    })
    if (!isWhole || copy === undefined) return []
    return listLoose(copy).map(([inner, key]) => ({
      copy: inner,
      key,
      name: key ?? (isObject(inner) ? (findParts(inner)?.name ?? '') : ''),
    }))
  })
}
