import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('output schema rule', () => {
  it('accepts a schema of any type', () => {
    expectAccepted({ outputSchema: { type: 'string' } })
    expectAccepted({ output_schema: {} })
  })
  it('refuses what is no schema', () => {
    expectProblem({ output_schema: 'text' }, ['SCHEMA_INVALID', 'output_schema', /expected a JSON Schema/])
    expectProblem({ outputSchema: { type: 'objekt' } }, ['SCHEMA_INVALID', 'outputSchema.type', /objekt/])
  })
})
