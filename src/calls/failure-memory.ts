import type { ToolDefinition } from '../define/tool-definition.ts'
import type { ResultError } from '../errors/result-error.ts'
import { minimalExample } from '../schema/example/example.ts'
import { hashCanonical } from '../schema/hash.ts'
import { createRecentMap } from '../schema/recent-map.ts'

const DEFAULT_MAX_ENTRIES = 1_000

/** Remembers how often a conversation has failed in the same way; forgets what is longest unused. */
export interface FailureMemory {
  /** Counts this failure and says how often it has happened, this time included. */
  record(conversationId: string, toolName: string, failureKey: string): number
}

export function createFailureMemory(options: { readonly maxEntries?: number } = {}): FailureMemory {
  const { maxEntries = DEFAULT_MAX_ENTRIES } = options
  const counts = createRecentMap<number>(maxEntries)
  return {
    record(conversationId, toolName, failureKey) {
      // Hashed, because a failure's text may be long and is of no further use.
      const key = hashCanonical([conversationId, toolName, failureKey])
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
  }
}

const MAX_EXAMPLE_CHARACTERS = 2_000

/** Adds the smallest valid call to an error, for a model that keeps failing in the same way. */
export function withExample(definition: ToolDefinition, error: ResultError): ResultError {
  const example = minimalExample(definition.inputSchema)
  const text = example === undefined ? undefined : JSON.stringify(example)
  if (text === undefined || text.length > MAX_EXAMPLE_CHARACTERS) return error
  return {
    ...error,
    message: `${error.message}\nA minimal valid call of '${definition.name}' has the arguments ${text}`,
    details: { ...error.details, example },
  }
}
