import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('danger level rule', () => {
  it('accepts the five levels in either spelling', () => {
    for (const level of ['safe', 'low', 'medium', 'high', 'critical']) {
      expectAccepted({ dangerLevel: level })
      expectAccepted({ danger_level: level })
    }
  })
  it('refuses another one, in the spelling of the author', () => {
    expectProblem({ danger_level: 'hihg' }, [
      'DEFINE_DANGER_UNKNOWN',
      'danger_level',
      /unknown danger level "hihg"/,
    ])
    expectProblem({ dangerLevel: 'toString' }, [
      'DEFINE_DANGER_UNKNOWN',
      'dangerLevel',
      /unknown danger level/,
    ])
  })
})
