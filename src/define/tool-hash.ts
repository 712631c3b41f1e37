import { hashDefinition } from './definition-hash.ts'
import type { Tool, ToolImplementation } from './tool.ts'

const known = new WeakMap<Tool, string>()

/**
 * The hash of a definition and of what runs it, where that is data: an approval of one command is none of another. A
 * closure has no content that could be hashed, unless it was made of data and bears the fingerprint of that.
 */
export function hashTool(tool: Tool): string {
  const { definition, implementation } = tool
  const content = contentOf(implementation)
  if (content === undefined) return hashDefinition(definition)
  const hash = known.get(tool) ?? hashDefinition(definition, content)
  if (Object.isFrozen(tool)) known.set(tool, hash)
  return hash
}

function contentOf(implementation: ToolImplementation): object | undefined {
  if (implementation.kind !== 'closure') return implementation
  const { kind, fingerprint } = implementation
  return fingerprint === undefined ? undefined : { kind, fingerprint }
}
