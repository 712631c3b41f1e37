import { checkSchema } from '../schema/check/check-schema.ts'
import type { JsonObject } from '../schema/json-schema.ts'
import type { SchemaProblem } from '../schema/check/schema-problem.ts'
import { type BadDefault, findBadDefaults } from './schema-defaults.ts'

/** What is wrong with a schema. Defaults are looked at when somebody asks, and only where the schema itself is right. */
export interface SchemaFindings {
  readonly problems: readonly SchemaProblem[]
  readonly badDefaults: readonly BadDefault[]
}

/** Looks at schemas that nobody changes meanwhile; the one asked for last is known. */
export function createSchemaLook(): (schema: JsonObject) => SchemaFindings {
  let last: JsonObject | undefined
  let findings: SchemaFindings | undefined
  return (schema) => {
    if (findings === undefined || last !== schema) findings = lookAt(schema)
    last = schema
    return findings
  }
}

function lookAt(schema: JsonObject): SchemaFindings {
  const problems = checkSchema(schema)
  let badDefaults: readonly BadDefault[] | undefined
  return {
    problems,
    get badDefaults() {
      // What a schema that is no schema would make of a default is anybody's guess.
      badDefaults ??= problems.length > 0 ? [] : findBadDefaults(schema)
      return badDefaults
    },
  }
}
