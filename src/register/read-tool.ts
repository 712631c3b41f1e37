import { implementationProblem } from '../define/check-implementation.ts'
import type { ImplementationKind } from '../define/implementation-kinds.ts'
import type { Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { isSealed } from '../validate/seal-tool.ts'

/** A tool whose parts are there; its definition is still anything at all. */
export interface UncheckedTool {
  readonly definition: unknown
  readonly kind: ImplementationKind
  readonly parts: Omit<Tool, 'definition'>
  /** The value itself, when it was made here and cannot change. */
  readonly sealed?: Tool
}

/** Reads a value as a tool, each field once: a getter may answer differently the second time. */
export function readTool(value: unknown): UncheckedTool | ToolwrightError {
  if (isSealed(value)) {
    return { definition: value.definition, kind: value.implementation.kind, parts: value, sealed: value }
  }
  if (isRecord(value) && 'inputSchema' in value) {
    return missing('This is a definition; join it with what runs it: `implement(definition, run)`.')
  }
  if (!isRecord(value) || !('definition' in value)) {
    return missing('A tool is an object with `definition` and `implementation`; make one with `defineTool`.')
  }
  const { definition, implementation, standard, resourceOf } = value
  if (!isRecord(implementation)) {
    return missing(`Tool \`${nameOf(definition)}\` has no \`implementation\`: nothing would run it.`)
  }
  const { kind: given } = implementation
  // A closure stays the object it is; data is copied, so that each field is read once.
  const read = given === 'closure' ? implementation : { ...implementation, kind: given }
  const problem = implementationProblem(read)
  if (problem !== undefined)
    return missing(`The implementation of \`${nameOf(definition)}\` cannot run: ${problem.message}.`)
  const kind = given as ImplementationKind
  return {
    definition,
    kind,
    parts: {
      implementation: (kind === 'closure' ? read : Object.freeze(read)) as unknown as Tool['implementation'],
      ...(isRecord(standard) ? { standard } : {}),
      ...(typeof resourceOf === 'function'
        ? { resourceOf: resourceOf as NonNullable<Tool['resourceOf']> }
        : {}),
    },
  }
}

/** Whether a value has the two parts of a tool, rather than being a definition. */
export function isToolLike(value: unknown): boolean {
  return isRecord(value) && 'definition' in value && 'implementation' in value
}

/** The name in a definition that has not been checked, for messages. Never throws. */
export function nameOf(definition: unknown): string {
  try {
    const name = isRecord(definition) ? definition.name : undefined
    return typeof name === 'string' && name.trim() !== '' ? name.slice(0, 64) : '<unnamed>'
  } catch {
    return '<unnamed>' // a getter that throws, a revoked proxy
  }
}

function missing(message: string): ToolwrightError {
  return new ToolwrightError('DEFINE_IMPLEMENTATION_MISSING', message)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
