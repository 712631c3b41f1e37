import { createDefinition, type DefinitionDraft } from '../define/create-definition.ts'
import type { ToolParameter } from '../define/parameter.ts'
import { parametersToSchema } from '../define/parameters-to-schema.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { TIERS } from '../define/tiers.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import { messageOf } from '../errors/from-unknown.ts'
import type { Problem } from '../errors/problem.ts'
import { LIMITS } from './limits.ts'
import { mendInputSchema } from './mend-input-schema.ts'
import { type Aliases, readDraft } from './read-draft.ts'
import type { DefinitionNote, Draft, Report, Rule, ValidateOptions } from './rule.ts'

// Most definitions have none of these; one frozen nothing serves them all.
const NOTHING = {
  requiredPermissions: Object.freeze([]),
  tags: Object.freeze([]),
  metadata: Object.freeze({}),
}

/** What validation says: the definition, or everything that is wrong. */
export type Validation =
  | { readonly ok: true; readonly definition: ToolDefinition; readonly notes?: readonly DefinitionNote[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Reads a value, lets every rule look at it, and makes the definition when none objects. Never throws. */
export function runRules(
  value: unknown,
  options: ValidateOptions,
  rules: Iterable<Rule>,
  aliases?: Aliases,
): Validation {
  const problems: Problem[] = []
  try {
    const definition = examine(value, options, rules, aliases, problems)
    if (definition !== undefined && problems.length === 0) return definition
  } catch (thrown) {
    // Nothing from outside gets past the reading, so this is a fault of a rule; it must not become one of the caller.
    problems.push({ path: '', code: 'INTERNAL', message: messageOf(thrown), hint: ERROR_CODES.INTERNAL.cure })
  }
  return { ok: false, problems }
}

function examine(
  value: unknown,
  options: ValidateOptions,
  rules: Iterable<Rule>,
  aliases: Aliases | undefined,
  problems: Problem[],
): Validation | undefined {
  const add: Report = (path, code, message, hint = ERROR_CODES[code].cure) => {
    if (problems.length < LIMITS.problems) problems.push({ path, code, message, hint })
  }
  const { tier } = options
  if (tier !== undefined && !Object.hasOwn(TIERS, tier)) {
    add('', 'OPTION_INVALID', `unknown tier \`${tier}\``, `Choose one of ${Object.keys(TIERS).join(', ')}.`)
    return undefined
  }
  const read = readDraft(value, add, aliases)
  if (read === undefined) return undefined
  const { draft, notes } = mendInputSchema(read, options)
  // What could not be read is said already: that it is missing too would only mislead.
  const report: Report = (path, code, message, hint) => {
    if (!read.unreadable.some((field) => isWithin(path, field))) add(path, code, message, hint)
  }
  for (const rule of rules) rule(draft, report, options)
  if (problems.length > 0) return undefined
  const definition = createDefinition(toDefinitionDraft(draft), options)
  return notes.length === 0 ? { ok: true, definition } : { ok: true, definition, notes }
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)
}

/** The one place where plain JSON is taken for what it was found to be: every rule has passed. */
function toDefinitionDraft({ fields }: Draft): DefinitionDraft {
  const { parameters } = fields
  const inputSchema =
    parameters === undefined
      ? fields.inputSchema
      : parametersToSchema(parameters as unknown as readonly ToolParameter[])
  return { ...NOTHING, ...fields, inputSchema } as unknown as DefinitionDraft
}
