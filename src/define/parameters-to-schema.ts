import type { JsonSchema } from '../schema/json-schema.ts'
import type { ParameterItems, ToolParameter } from './parameter.ts'

/** Renders a list of parameters as a closed JSON Schema object. A name given twice is required once. */
export function parametersToSchema(parameters: readonly ToolParameter[]): JsonSchema {
  // Through entries, so that a parameter called `__proto__` becomes a property and not a prototype.
  const properties = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, parameterToSchema(parameter)]),
  )
  const required = new Set(
    parameters.filter((parameter) => parameter.required === true).map(({ name }) => name),
  )
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** Renders one parameter; its own `schema` comes first, so that the named fields win. */
export function parameterToSchema(parameter: ToolParameter | ParameterItems): JsonSchema {
  const { description, enum: values, minimum, maximum, items } = parameter
  const initial = 'default' in parameter ? parameter.default : undefined
  return {
    ...parameter.schema,
    type: parameter.type,
    ...(description === undefined ? {} : { description }),
    ...(initial === undefined || initial === null ? {} : { default: initial }),
    ...(values === undefined ? {} : { enum: values }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(items === undefined ? {} : { items: parameterToSchema(items) }),
  }
}
