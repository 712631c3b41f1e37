import { definitionToJson } from '../define/definition-json.ts'
import type { ToolParameter } from '../define/parameter.ts'
import { parameterToSchema } from '../define/parameters-to-schema.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { setOwn } from '../schema/mend/fill-defaults.ts'
import { validateDefinition } from '../validate/validate-definition.ts'
import type { AuthorOptions } from './define-tool.ts'
import { definitionError } from '../validate/definition-error.ts'

/** A parameter whose place in `required` is said by the function that adds it. */
export type AddedParameter = Omit<ToolParameter, 'required'>

/** A new definition with one more required parameter; one of the same name is replaced. */
export function withRequiredParameter(
  definition: ToolDefinition,
  parameter: AddedParameter,
  options: AuthorOptions = {},
): ToolDefinition {
  return withParameter(definition, { ...parameter, required: true }, options)
}

/** A new definition with one more optional parameter; one of the same name is replaced. */
export function withOptionalParameter(
  definition: ToolDefinition,
  parameter: AddedParameter,
  options: AuthorOptions = {},
): ToolDefinition {
  return withParameter(definition, { ...parameter, required: false }, options)
}

function withParameter(
  definition: ToolDefinition,
  parameter: ToolParameter,
  options: AuthorOptions,
): ToolDefinition {
  const { inputSchema } = definition
  // The parameter is looked at by itself first: problems then have the path of a parameter, not of a rendered schema.
  const alone = validateDefinition(
    { ...definitionToJson(definition), input_schema: null, parameters: [parameter] },
    lenient(options),
  )
  if (!alone.ok) throw definitionError(alone.problems, definition.name)
  const properties = { ...inputSchema.properties }
  setOwn(properties, parameter.name, parameterToSchema(parameter))
  const required = new Set(inputSchema.required)
  if (parameter.required === true) required.add(parameter.name)
  else required.delete(parameter.name)
  const changed = {
    ...definitionToJson(definition),
    input_schema: { ...inputSchema, properties, required: [...required] },
  }
  const validation = validateDefinition(changed, lenient(options))
  if (!validation.ok) throw definitionError(validation.problems, definition.name)
  return validation.definition
}

/** What was accepted once, by looser rules perhaps, is accepted again. */
function lenient(options: AuthorOptions): AuthorOptions & { readonly imported: true } {
  return { ...options, imported: true }
}
