import type { Isolation } from '../define/isolation.ts'
import { type Limits, limitsOf } from '../define/limits-of.ts'
import { requiredIsolation } from '../define/required-isolation.ts'
import type { Tool } from '../define/tool.ts'

/** What every call asks of its tool, worked out once a tool. */
export interface ToolFacts {
  readonly limits: Limits
  readonly isolation: Isolation
}

const known = new WeakMap<Tool, ToolFacts>()

export function toolFacts(tool: Tool): ToolFacts {
  const cached = known.get(tool)
  if (cached !== undefined) return cached
  const { definition, implementation } = tool
  const facts = {
    limits: limitsOf(definition),
    isolation: requiredIsolation(definition, implementation.kind),
  }
  known.set(tool, facts)
  return facts
}
