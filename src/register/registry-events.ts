import type { Category } from '../define/categories.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
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
  const emitter = createEmitter<RegistryEvents>({
    onError: (thrown, event) => logger?.log('TLS-OBS-001', { event, message: messageOf(thrown) }),
  })
  return {
    ...emitter,
    on: (event, listener) => emitter.on(checkEvent(event), listener),
    once: (event, listener) => emitter.once(checkEvent(event), listener),
  }
}

// A misspelt event would never fire, and nobody would learn why.
function checkEvent<Name extends keyof RegistryEvents>(event: Name): Name {
  if (REGISTRY_EVENTS.includes(event)) return event
  throw new ToolwrightError(
    'OPTION_INVALID',
    `The registry has no event \`${event}\`. Its events: ${REGISTRY_EVENTS.join(', ')}.`,
  )
}
