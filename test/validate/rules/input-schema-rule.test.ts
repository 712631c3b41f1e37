import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('input schema rule', () => {
  it('accepts an object schema in either spelling', () => {
    expectAccepted({ parameters: undefined, inputSchema: { type: 'object', properties: {} } })
    expectAccepted({
      parameters: undefined,
      input_schema: { type: 'object', properties: { city: { type: 'string' } } },
    })
  })
  it('refuses a missing input', () => {
    expectProblem({ parameters: undefined }, [
      'DEFINE_INPUT_NOT_OBJECT',
      'inputSchema',
      /there is no input schema/,
    ])
    expectProblem({ parameters: undefined, danger_level: 'safe' }, [
      'DEFINE_INPUT_NOT_OBJECT',
      'input_schema',
      /there is no input schema/,
    ])
  })
  it('refuses what is no object schema with properties', () => {
    expectProblem({ parameters: undefined, input_schema: 'x' }, [
      'DEFINE_INPUT_NOT_OBJECT',
      'input_schema',
      /expected an object schema/,
    ])
    expectProblem({ parameters: undefined, input_schema: { type: 'array' } }, [
      'DEFINE_INPUT_NOT_OBJECT',
      'input_schema.type',
      /has the type "array"/,
    ])
    expectProblem({ parameters: undefined, input_schema: { properties: {} } }, [
      'DEFINE_INPUT_NOT_OBJECT',
      'input_schema.type',
      /has no type/,
    ])
    expectProblem({ parameters: undefined, inputSchema: { type: 'object' } }, [
      'DEFINE_INPUT_NOT_OBJECT',
      'inputSchema.properties',
      /are undefined/,
    ])
  })
  it('refuses both a list and a schema', () => {
    expectProblem({ inputSchema: { type: 'object', properties: {} } }, [
      'DEFINE_FIELD_UNKNOWN',
      'inputSchema',
      /both `parameters` and `inputSchema`/,
    ])
  })
})
