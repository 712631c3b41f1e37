import { requireDefinition } from '../define/require-definition.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { ResultError } from '../errors/result-error.ts'
import { coerce } from '../schema/mend/coerce.ts'
import type { CompiledSchema } from '../schema/compile/compile-schema.ts'
import { explainFailed } from '../schema/explain/explain.ts'
import { fillDefaults, MAX_NOTES, type ValueNote } from '../schema/mend/fill-defaults.ts'
import type { Note } from '../define/note.ts'
import { type Plan, planSchema } from '../schema/plan/plan.ts'
import { compiledSchema } from '../schema/compile/schema-cache.ts'
import { describeThrown } from './arguments-error.ts'
import { describeProblems } from './describe-problems.ts'

/** How parsed arguments are checked. */
export interface CheckOptions {
  /** Mends what can only have been meant one way ("5" → 5), each with a note. @default true */
  readonly coerce?: boolean | undefined
  /** Undoes what the provider's form of the schema did to the value (null → absent). */
  readonly fromWire?: ((value: Record<string, unknown>) => unknown) | undefined
}

/** Arguments that fit, or every reason why they do not. */
export type ArgumentsResult =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly notes: readonly Note[] }
  | { readonly ok: false; readonly error: ResultError }

interface Prepared {
  readonly plan: Plan
  readonly compiled: CompiledSchema
}

const preparedByDefinition = new WeakMap<ToolDefinition, Prepared>()

/**
 * Checks what `parseGiven` gave against the input schema: provider mapping, defaults, check; only when that fails:
 * coerce, defaults, check, explain. Changes `parsed`. Never throws.
 */
export function checkParsed(
  definition: ToolDefinition,
  parsed: Record<string, unknown>,
  parsedNotes: readonly ValueNote[],
  options: CheckOptions = {},
): ArgumentsResult {
  try {
    const { plan, compiled } = preparedByDefinition.get(definition) ?? prepare(definition)
    const given =
      options.fromWire === undefined ? parsed : (options.fromWire(parsed) as Record<string, unknown>)
    let noted: ValueNote[] | undefined
    if (plan.hasDefaults) {
      noted = copyNotes(parsedNotes)
      fillDefaults(plan, given, noted)
    }
    if (compiled.check(given)) return { ok: true, value: given, notes: noted ?? parsedNotes }
    return mend(
      definition.name,
      plan,
      compiled,
      given,
      noted ?? copyNotes(parsedNotes),
      options.coerce ?? true,
    )
  } catch (thrown) {
    return { ok: false, error: describeThrown(thrown) }
  }
}

function copyNotes(notes: readonly ValueNote[]): ValueNote[] {
  // Spreading asks for an iterator even of nothing.
  return notes.length === 0 ? [] : [...notes]
}

function prepare(definition: ToolDefinition): Prepared {
  requireDefinition(definition)
  const { inputSchema } = definition
  const prepared = { plan: planSchema(inputSchema), compiled: compiledSchema(inputSchema) }
  preparedByDefinition.set(definition, prepared)
  return prepared
}

function mend(
  toolName: string,
  plan: Plan,
  compiled: CompiledSchema,
  given: Record<string, unknown>,
  notes: ValueNote[],
  mayCoerce: boolean,
): ArgumentsResult {
  let value: unknown = given
  if (mayCoerce) {
    const before = notes.length
    value = coerce(plan, given, notes)
    // A full list takes no more notes, so it does not tell whether anything was coerced.
    if (notes.length > before || before > MAX_NOTES) {
      fillDefaults(plan, value, notes)
      if (compiled.check(value)) return { ok: true, value: value as Record<string, unknown>, notes }
    }
  }
  return { ok: false, error: describeProblems(toolName, explainFailed(plan, compiled, value)) }
}
