import { fromUnknown } from '../errors/from-unknown.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { ResultError } from '../errors/result-error.ts'
import type { Note } from '../schema/note.ts'
import { coerce } from '../schema/coerce.ts'
import type { CompiledSchema } from '../schema/compile-schema.ts'
import { explainFailed } from '../schema/explain.ts'
import { fillDefaults, MAX_NOTES, type ValueNote } from '../schema/fill-defaults.ts'
import { type Plan, planSchema } from '../schema/plan.ts'
import { compiledSchema } from '../schema/schema-cache.ts'
import { createArgumentsError } from './arguments-error.ts'
import { copyArguments } from './copy-arguments.ts'
import { describeProblems } from './describe-problems.ts'
import { NO_NOTES, parseArguments, type ParsedArguments, type ParseOptions } from './parse-arguments.ts'

/** How arguments are validated. */
export interface ValidateOptions extends Omit<ParseOptions, 'allowInexact'> {
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
const NO_OPTIONS: ValidateOptions = Object.freeze({})

/**
 * Checks arguments (JSON text, or an object, which is copied) against the input schema: parse, provider mapping,
 * defaults, check; only when that fails: coerce, defaults, check, explain. A call that fits is never changed except
 * by defaults. Never throws, whatever it is given.
 */
export function validateArguments(
  definition: ToolDefinition,
  args: unknown,
  options: ValidateOptions = NO_OPTIONS,
): ArgumentsResult {
  try {
    const prepared = preparedByDefinition.get(definition) ?? prepare(definition)
    const parsed =
      typeof args === 'string'
        ? parseArguments(args, definition.name, options)
        : copyGiven(args, definition.name, options)
    if (!parsed.ok) return parsed
    const value =
      options.fromWire === undefined
        ? parsed.value
        : (options.fromWire(parsed.value) as Record<string, unknown>)
    return checkValue(definition.name, prepared, value, parsed.notes, options.coerce ?? true)
  } catch (thrown) {
    const { code, message } = fromUnknown(thrown)
    return { ok: false, error: createArgumentsError(code, `the arguments could not be checked: ${message}`) }
  }
}

function prepare(definition: ToolDefinition): Prepared {
  const { inputSchema } = definition
  const prepared = { plan: planSchema(inputSchema), compiled: compiledSchema(inputSchema) }
  preparedByDefinition.set(definition, prepared)
  return prepared
}

function checkValue(
  toolName: string,
  { plan, compiled }: Prepared,
  given: Record<string, unknown>,
  parsedNotes: readonly ValueNote[],
  mayCoerce: boolean,
): ArgumentsResult {
  let noted: ValueNote[] | undefined
  if (plan.hasDefaults) {
    noted = parsedNotes.length === 0 ? [] : [...parsedNotes]
    fillDefaults(plan, given, noted)
  }
  if (compiled.check(given)) return { ok: true, value: given, notes: noted ?? parsedNotes }
  if (!mayCoerce)
    return { ok: false, error: describeProblems(toolName, explainFailed(plan, compiled, given)) }
  const notes = noted ?? [...parsedNotes]
  const before = notes.length
  const value = coerce(plan, given, notes)
  // A full list takes no more notes, so it does not tell whether anything was coerced.
  if (notes.length > before || before > MAX_NOTES) {
    fillDefaults(plan, value, notes)
    if (compiled.check(value)) return { ok: true, value: value as Record<string, unknown>, notes }
  }
  return { ok: false, error: describeProblems(toolName, explainFailed(plan, compiled, value)) }
}

function copyGiven(args: unknown, toolName: string, options: ValidateOptions): ParsedArguments {
  if (options.truncated === true) return parseArguments('', toolName, { truncated: true })
  const copied = copyArguments(args)
  if (copied.ok) return { ok: true, value: copied.value, notes: NO_NOTES }
  const { path, reason } = copied
  const message = `the arguments for tool '${toolName}' ${path === '' ? '' : `are not JSON: \`${path}\` `}${reason}`
  return { ok: false, error: createArgumentsError('ARGUMENTS_NOT_JSON', `${message}. Send one JSON object.`) }
}
