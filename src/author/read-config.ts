import type { Tool } from '../define/tool.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import type { Problem } from '../errors/problem.ts'
import type { StandardSchema } from '../schema/standard/standard-schema.ts'
import { definitionError } from '../validate/definition-error.ts'
import type { ValidateOptions } from '../validate/rule.ts'
import { validateAuthored } from '../validate/validate-definition.ts'
import type { InputSchema, OutputSchema } from './infer-arguments.ts'
import { findMisnamed, type Part } from './misnamed-fields.ts'
import { readInput, readOutput, type ReadSchema } from './read-schema.ts'

const SCHEMA_ALIASES = { input: 'inputSchema', output: 'outputSchema' } as const
const LIST_ALIASES = { input: 'parameters', output: 'outputSchema' } as const
const NO_ARGUMENTS: ReadSchema = { schema: [], field: 'parameters' }

/** A tool as its author writes it, without what runs it. */
export interface ConfigFields {
  readonly name?: unknown
  readonly input?: InputSchema
  readonly output?: OutputSchema
  readonly resource?: NonNullable<Tool['resourceOf']>
}

/** Everything of a tool but what runs it. */
export interface ToolParts {
  readonly definition: ToolDefinition
  readonly standard?: NonNullable<Tool['standard']>
  readonly resourceOf?: NonNullable<Tool['resourceOf']>
}

/**
 * Reads what an author wrote; throws with every problem at once. `checkRunner` looks at the fields for what runs the
 * tool; a field that it complains about is not complained about again.
 */
export function readConfig(
  config: ConfigFields,
  options: ValidateOptions,
  checkRunner: (fields: Readonly<Record<string, unknown>>) => Problem | undefined,
): ToolParts {
  const { input, output, resource, ...fields } = config
  const value: Record<string, unknown> = fields
  const problems: Problem[] = []
  const take = (problem: Problem | undefined): boolean => {
    if (problem === undefined) return false
    problems.push(problem)
    delete value[problem.path] // said once is enough
    return true
  }
  const isMissing = (part: Part): boolean => !take(findMisnamed(part, value))
  const readIn = input !== undefined || isMissing('input') ? readInput(input) : NO_ARGUMENTS
  const readOut = output === undefined && isMissing('output') ? undefined : readOutput(output ?? {})
  if (readIn.problem !== undefined) problems.push(readIn.problem)
  if (readOut?.problem !== undefined) problems.push(readOut.problem)
  take(checkRunner(value))
  if (resource !== undefined && typeof resource !== 'function')
    problems.push(notFunction('resource', resource))

  value['input'] = readIn.schema
  if (readOut !== undefined) value['output'] = readOut.schema
  const aliases = readIn.field === 'parameters' ? LIST_ALIASES : SCHEMA_ALIASES
  const validation = validateAuthored(value, options, aliases)
  if (!validation.ok || problems.length > 0) {
    throw definitionError([...problems, ...(validation.ok ? [] : validation.problems)], fields.name)
  }
  const standard = joinStandard(readIn.standard, readOut?.standard)
  return {
    definition: validation.definition,
    ...(standard === undefined ? undefined : { standard }),
    ...(resource === undefined ? undefined : { resourceOf: resource }),
  }
}

function joinStandard(input?: StandardSchema, output?: StandardSchema): Tool['standard'] {
  if (input === undefined) return output === undefined ? undefined : { output }
  return output === undefined ? { input } : { input, output }
}

export function notFunction(path: 'run' | 'resource', value: unknown): Problem {
  const code = path === 'run' ? 'DEFINE_IMPLEMENTATION_MISSING' : 'DEFINE_FIELD_TYPE'
  const message = `\`${path}\` is ${value === null ? 'null' : `of type ${typeof value}`}; expected a function`
  return { path, code, message, hint: ERROR_CODES[code].cure }
}
