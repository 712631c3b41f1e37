import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('description rule', () => {
  it('accepts up to 1,024 characters, and 16,384 of an import', () => {
    expectAccepted({ description: 'x'.repeat(1_024) })
    expectAccepted({ description: 'x'.repeat(16_384) }, { imported: true })
  })
  it('refuses an empty, blank or missing description', () => {
    expectProblem({ description: '' }, ['DEFINE_DESCRIPTION_EMPTY', 'description', /cannot be empty/])
    expectProblem({ description: ' \n' }, ['DEFINE_DESCRIPTION_EMPTY', 'description', /cannot be empty/])
    expectProblem({ description: undefined }, ['DEFINE_DESCRIPTION_EMPTY', 'description', /cannot be empty/])
  })
  it('refuses one that is too long', () => {
    expectProblem({ description: 'x'.repeat(1_025) }, [
      'DEFINE_DESCRIPTION_TOO_LONG',
      'description',
      /1025 characters, at most 1024/,
    ])
    expectProblem(
      { description: 'x'.repeat(16_385) },
      ['DEFINE_DESCRIPTION_TOO_LONG', 'description', /at most 16384/],
      { imported: true },
    )
  })
  it('refuses what is not text', () => {
    expectProblem({ description: ['a'] }, ['DEFINE_FIELD_TYPE', 'description', /is a list; expected text/])
  })
})
