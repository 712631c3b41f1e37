import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('parameter name rule', () => {
  it('accepts snake_case, also where JavaScript has a meaning for it', () => {
    expectAccepted({ parameters: [{ name: 'constructor', type: 'string' }] })
    expectAccepted({ parameters: [{ name: 'city_2', type: 'string' }] })
  })
  it('refuses what is not snake_case', () => {
    expectProblem({ parameters: [{ name: 'maxLines', type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /is not snake_case/,
    ])
    expectProblem({ parameters: [{ name: '__proto__', type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /is not snake_case/,
    ])
    expectProblem({ parameters: [{ name: 'toString', type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /is not snake_case/,
    ])
    expectProblem({ parameters: [{ name: 'hasOwnProperty', type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /is not snake_case/,
    ])
    expectProblem({ parameters: [{ name: 'a-b', type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /is not snake_case/,
    ])
    expectProblem({ parameters: [{ name: 5, type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /is not snake_case/,
    ])
  })
  it('refuses an empty, missing or long name', () => {
    expectProblem({ parameters: [{ name: '', type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /cannot be empty/,
    ])
    expectProblem({ parameters: [{ type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /cannot be empty/,
    ])
    expectProblem({ parameters: [{ name: 'a'.repeat(65), type: 'string' }] }, [
      'DEFINE_PARAMETER_NAME_INVALID',
      'parameters[0].name',
      /at most 64/,
    ])
  })
})
