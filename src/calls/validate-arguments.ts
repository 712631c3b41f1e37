import type { ToolDefinition } from '../define/tool-definition.ts'
import { type ArgumentsResult, type CheckOptions, checkParsed } from './check-parsed.ts'
import type { ParseOptions } from './parse-arguments.ts'
import { parseGiven } from './parse-given.ts'

export type { ArgumentsResult } from './check-parsed.ts'

/** How arguments are validated. */
export interface ValidateOptions extends Omit<ParseOptions, 'allowInexact'>, CheckOptions {}

const NO_OPTIONS: ValidateOptions = Object.freeze({})

/**
 * Checks arguments (JSON text, or an object, which is copied) against the input schema: `parseGiven`, then
 * `checkParsed`. A call that fits is never changed except by defaults. Never throws, whatever it is given.
 */
export function validateArguments(
  definition: ToolDefinition,
  args: unknown,
  options: ValidateOptions = NO_OPTIONS,
): ArgumentsResult {
  const parsed = parseGiven(definition, args, options)
  return parsed.ok ? checkParsed(definition, parsed.value, parsed.notes, options) : parsed
}
