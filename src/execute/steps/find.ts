import type { Registry } from '../../register/registry.ts'
import { nearestNames } from '../../schema/nearest.ts'
import { assignTool } from '../call-in-progress.ts'
import { failCall } from '../finish-call.ts'
import type { Step } from '../step.ts'

const NEAREST_OFFERED = 3

/** Finds the tool by the name that the model wrote. */
export function findStep(registry: Registry): Step {
  return (call, context, next) => {
    const tool = registry.get(call.name)
    if (tool === undefined) {
      const enabled = registry.enabled().map(({ definition }) => definition.name)
      const nearest = nearestNames(call.name, enabled, NEAREST_OFFERED)
      return failCall(
        call,
        'TOOL_NOT_FOUND',
        `tool '${shorten(call.name)}' not found. ${offer(nearest, enabled)}`,
        { nearest },
      )
    }
    if (!tool.definition.enabled) {
      return failCall(call, 'TOOL_DISABLED', `tool '${call.name}' is disabled. Use another tool.`)
    }
    assignTool(call, tool)
    return next(call, context)
  }
}

function offer(nearest: readonly string[], all: readonly string[]): string {
  if (nearest.length > 0) return `Did you mean ${nearest.map((name) => `'${name}'`).join(', ')}?`
  if (all.length === 0) return 'No tools are available.'
  const rest = all.length - NEAREST_OFFERED
  return `Available tools: ${all.slice(0, NEAREST_OFFERED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}

function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64).toWellFormed()}…` : name.toWellFormed()
}
