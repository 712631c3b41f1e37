import { deepFreeze } from '../define/deep-freeze.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { RunOutput, Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'

/** Joins a definition with the function that runs it. Arguments are checked at each call, so their type may be named. */
export function implement<Arguments = { [name: string]: unknown }, Output = unknown>(
  definition: ToolDefinition,
  run: (args: Arguments, context: ToolContext) => RunOutput<Output>,
): Tool<Arguments, Output> {
  if (typeof run !== 'function') {
    const message = `Tool \`${definition.name}\` has nothing that runs it: expected a function, got ${typeof run}.`
    throw new ToolwrightError('DEFINE_IMPLEMENTATION_MISSING', message, { toolName: definition.name })
  }
  return Object.freeze({
    definition: Object.isFrozen(definition) ? definition : deepFreeze(structuredClone(definition)),
    implementation: Object.freeze({ kind: 'closure', run }),
  })
}
