import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('flags rule', () => {
  it('accepts true and false', () => {
    expectAccepted({ requiresConfirmation: true, enabled: false })
    expectAccepted({ requires_confirmation: false })
  })
  it('refuses what merely looks like it', () => {
    expectProblem({ requires_confirmation: 'false' }, [
      'DEFINE_FIELD_TYPE',
      'requires_confirmation',
      /expected true or false/,
    ])
    expectProblem({ enabled: 1 }, ['DEFINE_FIELD_TYPE', 'enabled', /is a number; expected true or false/])
  })
})
