import type { Category } from '../define/categories.ts'
import { messageOf } from '../errors/from-unknown.ts'
import { createEmitter, type Emitter } from '../observe/event-emitter.ts'
import type { Logger } from '../observe/logger.ts'

/** What every event of the registry tells: which tool, who, and when (ISO 8601). */
interface RegistryEvent {
  readonly toolName: string
  readonly category: Category
  readonly by: string
  readonly at: string
}

/** The same of a definition that the registry holds. */
interface DefinitionEvent extends RegistryEvent {
  readonly definitionId: string
}

/** The events of a registry with what each carries. */
export interface RegistryEvents {
  'tool-registered': DefinitionEvent & { readonly source: string; readonly builtin: boolean }
  'tool-updated': DefinitionEvent & { readonly changedFields: readonly string[] }
  'tool-removed': DefinitionEvent
  'tool-validated': RegistryEvent & { readonly parameterCount: number; readonly durationMs: number }
}

export const REGISTRY_EVENTS = [
  'tool-registered',
  'tool-updated',
  'tool-removed',
  'tool-validated',
] as const satisfies readonly (keyof RegistryEvents)[]

/** An emitter for the events of a registry; what a subscriber throws goes to the log and nowhere else. */
export function createRegistryEmitter(logger: Logger | undefined): Emitter<RegistryEvents> {
  return createEmitter<RegistryEvents>({
    owner: 'The registry',
    names: REGISTRY_EVENTS,
    onError: (thrown, event) => logger?.log('TLS-OBS-001', { event, message: messageOf(thrown) }),
  })
}
