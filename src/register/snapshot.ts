import type { Tool } from '../define/tool.ts'
import { describeTools } from './describe-tools.ts'

/** Every tool at one version of the registry. It never changes, so whatever is made from it may be cached by `version`. */
export interface RegistrySnapshot {
  readonly version: number
  /** All tools, in the order of their registration, disabled ones too. */
  readonly tools: readonly Tool[]
  /** The tools that are not disabled. */
  readonly enabled: readonly Tool[]
  get(name: string): Tool | undefined
  /** The enabled tools as text for a system prompt. */
  describe(): string
}

/** Takes over `tools`, which must not be changed afterwards; the rest is made when it is first asked for. */
export function createSnapshot(version: number, tools: readonly Tool[]): RegistrySnapshot {
  Object.freeze(tools)
  let byName: ReadonlyMap<string, Tool> | undefined
  let enabled: readonly Tool[] | undefined
  let text: string | undefined
  return Object.freeze({
    version,
    tools,
    get enabled() {
      enabled ??= Object.freeze(tools.filter((tool) => tool.definition.enabled))
      return enabled
    },
    get(name: string) {
      byName ??= new Map(tools.map((tool) => [tool.definition.name, tool]))
      return byName.get(name)
    },
    describe() {
      text ??= describeTools(this.enabled)
      return text
    },
  })
}
