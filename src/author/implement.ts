import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { ClosureTool, RunOutput } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { definitionError } from '../validate/definition-error.ts'
import { isValidated } from '../validate/remember-validation.ts'
import { sealTool } from '../validate/seal-tool.ts'
import { validateDefinition } from '../validate/validate-definition.ts'
import type { AuthorOptions } from './define-tool.ts'

/**
 * Joins a definition with the function that runs it; a definition made by hand is validated first. Arguments are
 * checked at each call, so their type may be named.
 */
export function implement<Arguments = { [name: string]: unknown }, Output = unknown>(
  definition: ToolDefinition,
  run: (args: Arguments, context: ToolContext) => RunOutput<Output>,
  options: AuthorOptions = {},
): ClosureTool<Arguments, Output> {
  const checked = isValidated(definition, 'closure') ? definition : validateByHand(definition, options)
  if (typeof run !== 'function') {
    const toolName = checked.name
    const message = `Tool \`${toolName}\` has nothing that runs it: expected a function, got ${typeof run}.`
    throw new ToolwrightError('DEFINE_IMPLEMENTATION_MISSING', message, { toolName })
  }
  return sealTool<ClosureTool<Arguments, Output>>({
    definition: checked,
    implementation: { kind: 'closure', run },
  })
}

function validateByHand(value: unknown, options: AuthorOptions): ToolDefinition {
  if (typeof value === 'object' && value !== null && 'definition' in value) {
    throw new ToolwrightError('OPTION_INVALID', 'This is a tool; give its `definition`.')
  }
  const { name, origin }: { name?: unknown; origin?: unknown } = Object(value)
  // What came from somebody else keeps the looser rules it was accepted by.
  const imported = origin !== undefined && origin !== null
  const validation = validateDefinition(value, { ...options, kind: 'closure', imported })
  if (!validation.ok) throw definitionError(validation.problems, name)
  return validation.definition
}
