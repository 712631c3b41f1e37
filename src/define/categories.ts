import type { Isolation } from './isolation.ts'

/** How much a category of tools can harm. */
type Risk = 'low' | 'medium' | 'medium-high' | 'high'

interface CategoryTraits {
  readonly risk: Risk
  /** The lowest isolation a tool of the category may run at. */
  readonly lowestIsolation: Isolation
}

/** What a tool works on: for filters, grouping of permissions, and the default sandbox policy. */
export const CATEGORIES = {
  file_system: { risk: 'medium', lowestIsolation: 'none' },
  network: { risk: 'medium-high', lowestIsolation: 'none' },
  database: { risk: 'medium', lowestIsolation: 'none' },
  code_execution: { risk: 'high', lowestIsolation: 'strict' },
  external_api: { risk: 'medium', lowestIsolation: 'none' },
  knowledge: { risk: 'low', lowestIsolation: 'none' },
  communication: { risk: 'medium', lowestIsolation: 'none' },
  system: { risk: 'low', lowestIsolation: 'none' },
} as const satisfies Record<string, CategoryTraits>

export type Category = keyof typeof CATEGORIES
