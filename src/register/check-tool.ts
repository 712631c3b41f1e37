import type { ImplementationKind } from '../define/implementation-kinds.ts'
import { requiredIsolation } from '../define/required-isolation.ts'
import type { Tool } from '../define/tool.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { Problem } from '../errors/problem.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { definitionError } from '../validate/definition-error.ts'
import { isStillValid } from '../validate/remember-validation.ts'
import type { ValidateOptions } from '../validate/rule.ts'
import type { Validation } from '../validate/run-rules.ts'
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

/**
 * Validates the definition, whoever made it: a hand-made object must not slip in. One that validation itself made under
 * circumstances at least as strict is taken as it is, and so is a sealed tool around it.
 */
export function checkTool(unchecked: UncheckedTool, settings: RegistrySettings): ToolCheck {
  const { definition, kind, parts, sealed } = unchecked
  const startedAt = performance.now()
  const { tier, permissions, keywords } = settings
  const imported = isImported(definition)
  const checked = validateOnce(definition, { tier, permissions, keywords, kind, imported })
  const durationMs = performance.now() - startedAt
  if (!checked.ok) return refuse(definitionError(checked.problems, nameOf(definition)), checked.problems)
  const error = checkIsolation(checked.definition, kind, settings)
  if (error !== undefined) return refuse(error)
  const tool =
    sealed !== undefined && sealed.definition === checked.definition
      ? sealed
      : Object.freeze({ ...parts, definition: checked.definition })
  return { ok: true, tool, durationMs }
}

function validateOnce(definition: unknown, options: ValidateOptions): Validation {
  return isStillValid(definition, options)
    ? { ok: true, definition }
    : validateDefinition(definition, options)
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
