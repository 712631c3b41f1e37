import type { Category } from '../define/categories.ts'
import { CONSTRAINT_RANGES } from '../define/constraints.ts'
import { camelFieldName } from '../define/field-names.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { Problem } from '../errors/problem.ts'
import type { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Emitter } from '../observe/event-emitter.ts'
import { METRIC_ATTRIBUTES, type MetricName } from '../observe/metrics.ts'
import type { Refusal } from './check-tool.ts'
import { nameOf } from './read-tool.ts'
import type { RegistryEntry } from './registry-entry.ts'
import type { RegistryEvents } from './registry-events.ts'
import type { RegistrySettings } from './registry-options.ts'

/** Tells the log, the metrics and the subscribers what the registry did. Called after a change is complete. */
export interface RegistryReport {
  validated(definition: ToolDefinition, by: string, at: string, durationMs: number): void
  refused(definition: unknown, refusal: Refusal, by: string): void
  registered(entry: RegistryEntry): void
  updated(entry: RegistryEntry, changedFields: readonly string[]): void
  removed(entry: RegistryEntry, by: string, at: string): void
  counted(category: Category, count: number): void
}

// The definition is right, there is only no place for it: a refusal, but no failure of validation.
const ABOUT_THE_PLACE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REGISTER_NAME_TAKEN',
  'REGISTER_BUILTIN_PROTECTED',
  'REGISTER_NOT_FOUND',
  'REGISTER_VERSION_CONFLICT',
  'OPTION_INVALID',
  'TIER_CUSTOM_OFF',
  'TIER_CUSTOM_LIMIT',
  'TIER_BUILTIN_LIMIT',
])

const CATEGORY = METRIC_ATTRIBUTES.category

const TIER_COUNTS: Partial<Record<ErrorCode, string>> = {
  TIER_CUSTOM_OFF: 'custom_tools',
  TIER_CUSTOM_LIMIT: 'custom_tools',
  TIER_BUILTIN_LIMIT: 'builtin_tools',
  TIER_ISOLATION: 'isolation',
}

export function createRegistryReport(
  { logger, metrics }: RegistrySettings,
  emitter: Emitter<RegistryEvents>,
): RegistryReport {
  function emit<Name extends keyof RegistryEvents>(event: Name, build: () => RegistryEvents[Name]): void {
    if (!emitter.hasListeners(event)) return
    const payload = build()
    Object.freeze(payload) // one subscriber must not change what the next one sees
    emitter.emit(event, payload)
  }

  function measure(name: MetricName, value: number, attribute: string, of: string): void {
    if (metrics !== undefined && metrics.isListening?.() !== false)
      metrics.record(name, value, { [attribute]: of })
  }

  return {
    validated(definition, by, at, durationMs) {
      const count = parameterCount(definition)
      logger?.log('TLS-DEF-001', {
        ...inLog(definition, by, at),
        parameter_count: count,
        duration_ms: durationMs,
      })
      measure('tools.definitions.validation.duration', durationMs, CATEGORY, definition.category)
      emit('tool-validated', () => ({ ...inEvent(definition, by, at), parameterCount: count, durationMs }))
    },
    refused(definition, { error, problems }, by) {
      const isInvalid = !ABOUT_THE_PLACE.has(error.code)
      if (isInvalid)
        measure('tools.definitions.validation.failures', 1, METRIC_ATTRIBUTES.errorType, error.code)
      if (logger === undefined) return
      const toolName = nameOf(definition)
      if (isInvalid) {
        const errors = problems.map(({ path, code, message }) => ({ path, code, message }))
        logger.log('TLS-DEF-002', { tool_name: toolName, by, error_code: error.code, errors })
      }
      for (const problem of problems) {
        const violation = constraintOf(definition, problem, error)
        if (violation !== undefined) logger.log('TLS-DEF-006', { tool_name: toolName, by, ...violation })
      }
    },
    registered({ definitionId, tool: { definition }, updatedBy, updatedAt, source, builtin }) {
      logger?.log('TLS-DEF-003', {
        definition_id: definitionId,
        ...inLog(definition, updatedBy, updatedAt),
        source,
        builtin,
      })
      measure('tools.definitions.created', 1, CATEGORY, definition.category)
      emit('tool-registered', () => ({
        definitionId,
        ...inEvent(definition, updatedBy, updatedAt),
        source,
        builtin,
      }))
    },
    updated({ definitionId, tool: { definition }, updatedBy, updatedAt }, fields) {
      const changedFields = Object.freeze([...fields])
      logger?.log('TLS-DEF-004', {
        definition_id: definitionId,
        ...inLog(definition, updatedBy, updatedAt),
        changed_fields: changedFields,
      })
      emit('tool-updated', () => ({
        definitionId,
        ...inEvent(definition, updatedBy, updatedAt),
        changedFields,
      }))
    },
    removed({ definitionId, tool: { definition } }, by, at) {
      logger?.log('TLS-DEF-005', { definition_id: definitionId, ...inLog(definition, by, at) })
      emit('tool-removed', () => ({ definitionId, ...inEvent(definition, by, at) }))
    },
    counted(category, count) {
      measure('tools.definitions.by_category', count, CATEGORY, category)
    },
  }
}

function inEvent({ name, category }: ToolDefinition, by: string, at: string) {
  return { toolName: name, category, by, at }
}

function inLog({ name, category }: ToolDefinition, by: string, at: string) {
  return { tool_name: name, category, by, at }
}

function parameterCount(definition: ToolDefinition): number {
  return Object.keys(definition.inputSchema.properties ?? {}).length
}

/** The constraint that a problem is about, with its maximum where it has one. */
function constraintOf(
  definition: unknown,
  problem: Problem,
  error: ToolwrightError,
): Record<string, unknown> | undefined {
  if (problem.code === 'DEFINE_CONSTRAINT_RANGE') {
    const field = camelFieldName(problem.path.slice(problem.path.lastIndexOf('.') + 1))
    const range = Object.entries(CONSTRAINT_RANGES).find(([name]) => name === field)?.[1]
    const limits = range === undefined ? {} : { minimum: range.minimum, maximum: range.maximum }
    return {
      constraint: problem.path,
      value: constraintValue(definition, field),
      ...limits,
      message: problem.message,
    }
  }
  const constraint = TIER_COUNTS[problem.code]
  if (constraint === undefined) return undefined
  const { limit } = error.details
  return { constraint, ...(limit === undefined ? {} : { maximum: limit }), message: problem.message }
}

function constraintValue(definition: unknown, field: string): unknown {
  try {
    const { constraints } = Object(definition) as { constraints?: unknown }
    return Object.entries(Object(constraints)).find(([name]) => camelFieldName(name) === field)?.[1]
  } catch {
    return undefined // a getter that throws: it has been refused already
  }
}
