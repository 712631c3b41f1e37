import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('unknown field rule', () => {
  it('refuses a field that is not part of a definition and says which was meant', () => {
    expectProblem({ dangerlevel: 'safe' }, [
      'DEFINE_FIELD_UNKNOWN',
      'dangerlevel',
      /Did you mean `dangerLevel`/,
    ])
    expectProblem({ danger_level: 'safe', requires_confirmaton: true }, [
      'DEFINE_FIELD_UNKNOWN',
      'requires_confirmaton',
      /Did you mean `requires_confirmation`/,
    ])
    expectProblem({ 'a b': 1 }, ['DEFINE_FIELD_UNKNOWN', '["a b"]', /not part of a definition/])
  })
  it('refuses the names of the prototype', () => {
    expectProblem({ constructor: 1 }, ['DEFINE_FIELD_UNKNOWN', 'constructor', /not part of a definition/])
  })
  it('takes null and undefined for a field that is not set', () => {
    expectAccepted({ outputSchema: null, tags: undefined, constraints: null, metadata: null })
  })
  it('refuses a field in both spellings', () => {
    expectProblem({ dangerLevel: 'safe', danger_level: 'high' }, [
      'DEFINE_FIELD_UNKNOWN',
      'danger_level',
      /given already as `dangerLevel`/,
    ])
  })
})
