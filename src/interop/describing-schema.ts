import type { JsonSchema } from '../schema/json-schema.ts'

/** A Standard Schema that describes and lets everything pass: checking is ours. */
export interface DescribingSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'toolwright'
    validate(value: unknown): { value: unknown }
    readonly jsonSchema: {
      input(): Record<string, unknown>
      output(): Record<string, unknown>
    }
  }
}

export function describingSchema(schema: JsonSchema): DescribingSchema {
  // A copy each time: frameworks rewrite what they are given for the provider in use.
  const copy = (): Record<string, unknown> => structuredClone({ ...schema })
  return {
    '~standard': {
      version: 1,
      vendor: 'toolwright',
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  }
}
