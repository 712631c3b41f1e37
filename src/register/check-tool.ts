import type { ImplementationKind } from '../define/implementation-kinds.ts'
import { requiredIsolation } from '../define/required-isolation.ts'
import type { Tool } from '../define/tool.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { Problem } from '../errors/problem.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { validateDefinition } from '../validate/validate-definition.ts'
import { nameOf, type UncheckedTool } from './read-tool.ts'
import type { RegistrySettings } from './registry-options.ts'
import { checkTierIsolation } from './tier-limits.ts'

/** Why a tool was not taken: the error to throw, and the same as problems in the author's own form, at least one. */
export interface Refusal {
  readonly ok: false
  readonly error: ToolwrightError
  readonly problems: readonly Problem[]
}

/** A tool that may be registered, or why not. */
export type ToolCheck = { readonly ok: true; readonly tool: Tool; readonly durationMs: number } | Refusal

/** Validates the definition, whoever made it: a hand-made object must not slip in. */
export function checkTool(unchecked: UncheckedTool, settings: RegistrySettings): ToolCheck {
  const { definition, kind, parts } = unchecked
  const startedAt = performance.now()
  const { tier, permissions, keywords } = settings
  const checked = validateDefinition(definition, {
    tier,
    permissions,
    keywords,
    kind,
    imported: isImported(definition),
  })
  const durationMs = performance.now() - startedAt
  if (!checked.ok) return refuse(definitionError(nameOf(definition), checked.problems), checked.problems)
  const error = checkIsolation(checked.definition, kind, settings)
  if (error !== undefined) return refuse(error)
  return { ok: true, tool: Object.freeze({ definition: checked.definition, ...parts }), durationMs }
}

/** A refusal; an error that stands alone becomes its own one problem. */
export function refuse(
  error: ToolwrightError,
  problems: readonly Problem[] = [
    { path: pathOf(error), code: error.code, message: error.message, hint: error.hint },
  ],
): Refusal {
  return { ok: false, error, problems }
}

function checkIsolation(
  definition: ToolDefinition,
  kind: ImplementationKind,
  settings: RegistrySettings,
): ToolwrightError | undefined {
  const { name, category } = definition
  const isolation = requiredIsolation(definition, kind)
  if (kind !== 'closure' || isolation === 'none') return checkTierIsolation(name, settings.tier, isolation)
  const explicit = definition.constraints?.isolation
  const reason =
    explicit === isolation
      ? `asks for isolation \`${isolation}\``
      : `is of category \`${category}\`, which takes isolation \`${isolation}\``
  return new ToolwrightError(
    'REGISTER_CLOSURE_ISOLATED',
    `Tool \`${name}\` ${reason}, but its \`run\` is a closure of this program, which cannot be moved to where it ` +
      'would be isolated. Export the function from a file of its own and give the tool as a module, ' +
      (explicit === isolation ? 'or leave `constraints.isolation` out.' : 'or choose another category.'),
    { toolName: name, details: { isolation } },
  )
}

/** One error for all problems: the code of the only one, of a tier when nothing else is wrong, else DEFINE_INVALID. */
function definitionError(toolName: string, problems: readonly Problem[]): ToolwrightError {
  const lines = problems.map(({ path, message, hint }) => {
    const place = path === '' ? '' : `${path}: `
    return `${place}${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}`
  })
  const options = { toolName, details: { problems } }
  const [first, ...others] = problems
  if (first !== undefined && others.length === 0) {
    return new ToolwrightError(first.code, `Tool \`${toolName}\`: ${lines.join('')}`, {
      ...options,
      hint: first.hint,
    })
  }
  const isTierOnly = first !== undefined && problems.every(({ code }) => code.startsWith('TIER_'))
  const message = `Tool \`${toolName}\` has ${problems.length} problems:\n  - ${lines.join('\n  - ')}`
  return new ToolwrightError(isTierOnly ? first.code : 'DEFINE_INVALID', message, options)
}

function pathOf(error: ToolwrightError): string {
  switch (error.code) {
    case 'REGISTER_NAME_TAKEN':
    case 'REGISTER_BUILTIN_PROTECTED':
    case 'REGISTER_NOT_FOUND':
      return 'name'
    case 'REGISTER_VERSION_CONFLICT':
      return 'version'
    case 'REGISTER_CLOSURE_ISOLATED':
    case 'TIER_ISOLATION':
      return 'constraints.isolation'
    case 'DEFINE_IMPLEMENTATION_MISSING':
      return 'implementation'
    default:
      return ''
  }
}

// Tools of somebody else may have longer descriptions.
function isImported(definition: unknown): boolean {
  return (
    typeof definition === 'object' &&
    definition !== null &&
    'origin' in definition &&
    definition.origin !== undefined
  )
}
