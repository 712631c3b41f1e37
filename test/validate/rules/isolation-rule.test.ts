import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('isolation rule', () => {
  it('accepts what the category takes, or more, or nothing said', () => {
    expectAccepted({ category: 'code_execution', constraints: { isolation: 'strict' } })
    expectAccepted({ category: 'code_execution', constraints: { isolation: 'restricted' } })
    expectAccepted({ category: 'code_execution' })
    expectAccepted({ category: 'system', constraints: { isolation: 'none' } })
  })
  it('refuses less than the category takes', () => {
    expectProblem({ category: 'code_execution', constraints: { isolation: 'standard' } }, [
      'DEFINE_ISOLATION_TOO_LOW',
      'constraints.isolation',
      /category `code_execution` takes at least `strict`/,
    ])
  })
  it('refuses less than a string of code takes', () => {
    expectProblem(
      { constraints: { isolation: 'standard' } },
      ['DEFINE_ISOLATION_TOO_LOW', 'constraints.isolation', /kind `code` takes at least `strict`/],
      { kind: 'code' },
    )
    expectAccepted({ constraints: { isolation: 'strict' } }, { kind: 'code' })
  })
})
