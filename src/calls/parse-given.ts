import type { ToolDefinition } from '../define/tool-definition.ts'
import { createArgumentsError, describeThrown } from './arguments-error.ts'
import { copyArguments } from './copy-arguments.ts'
import { NO_NOTES, parseArguments, type ParsedArguments, type ParseOptions } from './parse-arguments.ts'

/** Reads what a call brought: JSON text is parsed, an object is copied. Says nothing about the schema. Never throws. */
export function parseGiven(
  definition: ToolDefinition,
  args: unknown,
  options: ParseOptions = {},
): ParsedArguments {
  try {
    if (typeof args === 'string') return parseArguments(args, definition, options)
    return options.truncated === true
      ? parseArguments('', definition, options)
      : copyGiven(args, definition.name)
  } catch (thrown) {
    return { ok: false, error: describeThrown(thrown) }
  }
}

function copyGiven(args: unknown, toolName: string): ParsedArguments {
  const copied = copyArguments(args)
  if (copied.ok) return { ok: true, value: copied.value, notes: NO_NOTES }
  const { path, reason } = copied
  const message = `the arguments for tool '${toolName}' ${path === '' ? '' : `are not JSON: \`${path}\` `}${reason}`
  return { ok: false, error: createArgumentsError('ARGUMENTS_NOT_JSON', `${message}. Send one JSON object.`) }
}
