import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('constraints rule', () => {
  it('accepts every constraint in either spelling', () => {
    expectAccepted({
      constraints: {
        maxExecutionMs: 1_000,
        maxOutputBytes: 104_857_600,
        allowSideEffects: false,
        isolation: 'strict',
        allow: { read: ['/data'], write: [], hosts: ['example.com'] },
      },
    })
    expectAccepted({
      constraints: { max_execution_ms: 600_000, max_output_bytes: 1_024, allow_side_effects: true },
    })
    expectAccepted({ constraints: {} })
  })
  it('refuses a number out of its range', () => {
    expectProblem({ constraints: { max_execution_ms: 999 } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.max_execution_ms',
      /999 is out of range; expected a whole number from 1000 to 600000/,
    ])
    expectProblem({ constraints: { maxExecutionMs: 600_001 } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.maxExecutionMs',
      /600001/,
    ])
    expectProblem({ constraints: { maxOutputBytes: 1_023 } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.maxOutputBytes',
      /from 1024 to 104857600/,
    ])
    expectProblem({ constraints: { maxOutputBytes: 104_857_601 } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.maxOutputBytes',
      /104857601/,
    ])
    expectProblem({ constraints: { maxExecutionMs: 1500.5 } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.maxExecutionMs',
      /whole number/,
    ])
    expectProblem({ constraints: { maxExecutionMs: '5000' } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.maxExecutionMs',
      /"5000"/,
    ])
  })
  it('refuses other types', () => {
    expectProblem({ constraints: { allow_side_effects: 'no' } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.allow_side_effects',
      /expected true or false/,
    ])
    expectProblem({ constraints: { isolation: 'stict' } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.isolation',
      /Did you mean `strict`/,
    ])
    expectProblem({ constraints: [] }, ['DEFINE_FIELD_TYPE', 'constraints', /expected an object/])
  })
  it('refuses names that are no constraints', () => {
    expectProblem({ constraints: { maxExecutionMS: 5_000 } }, [
      'DEFINE_FIELD_UNKNOWN',
      'constraints.maxExecutionMS',
      /Did you mean `maxExecutionMs`/,
    ])
    expectProblem({ constraints: { max_execution_ms: 5_000, maxExecutionMs: 6_000 } }, [
      'DEFINE_FIELD_UNKNOWN',
      'constraints.maxExecutionMs',
      /given already/,
    ])
  })
  it('refuses an allow-list of another form', () => {
    expectProblem({ constraints: { allow: ['/data'] } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.allow',
      /expected \{ read, write, hosts \}/,
    ])
    expectProblem({ constraints: { allow: { read: '/data' } } }, [
      'DEFINE_CONSTRAINT_RANGE',
      'constraints.allow.read',
      /list of texts/,
    ])
    expectProblem({ constraints: { allow: { reed: [] } } }, [
      'DEFINE_FIELD_UNKNOWN',
      'constraints.allow.reed',
      /Did you mean `read`/,
    ])
  })
  it('refuses more than 4,096 characters of JSON', () => {
    expectProblem({ constraints: { allow: { hosts: ['x'.repeat(4_096)] } } }, [
      'DEFINE_FIELD_TOO_LONG',
      'constraints',
      /at most 4096/,
    ])
  })
})
