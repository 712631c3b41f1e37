import { hashDefinition } from './definition-hash.ts'
import type { Tool } from './tool.ts'

const known = new WeakMap<Tool, string>()

/**
 * The hash of a definition and of what runs it, where that is data: an approval of one command is none of another. A
 * closure has no content that could be hashed.
 */
export function hashTool(tool: Tool): string {
  const { definition, implementation } = tool
  if (implementation.kind === 'closure') return hashDefinition(definition)
  const hash = known.get(tool) ?? hashDefinition(definition, implementation)
  if (Object.isFrozen(tool)) known.set(tool, hash)
  return hash
}
