import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('category rule', () => {
  it('accepts the eight categories', () => {
    for (const category of [
      'file_system',
      'network',
      'database',
      'code_execution',
      'external_api',
      'knowledge',
      'communication',
      'system',
    ]) {
      expectAccepted({ category })
    }
  })
  it('refuses another one and says which was meant', () => {
    expectProblem({ category: 'file_sistem' }, [
      'DEFINE_CATEGORY_UNKNOWN',
      'category',
      /Did you mean `file_system`/,
    ])
  })
  it('refuses the names of the prototype', () => {
    expectProblem({ category: 'constructor' }, [
      'DEFINE_CATEGORY_UNKNOWN',
      'category',
      /unknown category "constructor"/,
    ])
    expectProblem({ category: 7 }, ['DEFINE_CATEGORY_UNKNOWN', 'category', /unknown category 7/])
  })
})
