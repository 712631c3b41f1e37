import type { JsonObject, JsonValue } from '../schema/json-schema.ts'
import type { Constraints } from './constraints.ts'
import { CONSTRAINT_FIELDS, DEFINITION_FIELDS, snakeFieldName } from './field-names.ts'
import { requireDefinition } from './require-definition.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** The form on disk and on the wire: snake_case, what is absent left out. `validateDefinition` reads it back. */
export function definitionToJson(definition: ToolDefinition): JsonObject {
  requireDefinition(definition)
  const json: Record<string, JsonValue> = {}
  for (const field of DEFINITION_FIELDS) {
    const value = field === 'constraints' ? constraintsToJson(definition.constraints) : definition[field]
    // A definition holds plain JSON only: validation copied it as such.
    if (value !== undefined) json[snakeFieldName(field)] = value as JsonValue
  }
  return json
}

function constraintsToJson(constraints: Constraints | undefined): JsonObject | undefined {
  if (constraints === undefined) return undefined
  const json: Record<string, JsonValue> = {}
  for (const field of CONSTRAINT_FIELDS) {
    const value = constraints[field]
    if (value !== undefined) json[snakeFieldName(field)] = value as JsonValue
  }
  return json
}
