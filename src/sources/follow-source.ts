import type { Tool } from '../define/tool.ts'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Registry } from '../register/registry.ts'

/** Tools that change while they are in use. */
export interface LiveSource {
  /** Where its tools come from: `mcp:github`. */
  readonly source: string
  tools(): readonly Tool[]
  on(event: 'tools-changed', listener: () => void): () => void
}

/** A registry that keeps in step. */
export interface FollowedSource {
  /** Tools that the registry refused, and why. */
  problems(): readonly ToolwrightError[]
  /** Ends it; the tools that came from the source are taken out. */
  stop(): void
}

/**
 * Registers the tools of a source, and from then on what it adds, changes and removes. A tool that a person has switched
 * off stays off. What the registry refuses is a problem; the others are registered.
 */
export function followSource(registry: Registry, source: LiveSource): FollowedSource {
  const by = source.source
  const refused = new Map<string, ToolwrightError>()
  const held = new Map<string, Tool>()

  function isOurs(name: string): boolean {
    return held.has(name) && registry.info(name)?.source === by
  }

  function put(tool: Tool): void {
    const { name } = tool.definition
    if (held.get(name) === tool && registry.has(name)) return
    const isUpdate = isOurs(name)
    const wasOff = isUpdate && registry.get(name)?.definition.enabled === false
    const outcome = isUpdate
      ? registry.tryUpdate(name, tool, { by })
      : registry.tryRegister(tool, { by, source: by })
    if (!outcome.ok) {
      refused.set(name, outcome.error)
      // What the source no longer has must not stay in its place.
      if (isUpdate) drop(name)
      return
    }
    held.set(name, tool)
    if (wasOff) registry.disable(name, { by })
  }

  function drop(name: string): void {
    if (isOurs(name)) registry.unregister(name, { by })
    held.delete(name)
  }

  function sync(): void {
    refused.clear()
    const tools = source.tools()
    const names = new Set(tools.map(({ definition }) => definition.name))
    for (const name of held.keys()) if (!names.has(name)) drop(name)
    for (const tool of tools) put(tool)
  }

  const stopListening = source.on('tools-changed', sync)
  sync()
  return Object.freeze<FollowedSource>({
    problems: () => [...refused.values()],
    stop() {
      stopListening()
      for (const name of held.keys()) drop(name)
    },
  })
}
