import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('tier isolation rule', () => {
  it('accepts what the tier has', () => {
    expectAccepted({ constraints: { isolation: 'standard' } }, { tier: 'core' })
    expectAccepted({ constraints: { isolation: 'strict' } }, { tier: 'teams' })
    expectAccepted({ constraints: { isolation: 'restricted' } })
  })
  it('refuses more than the tier has, and names the tier', () => {
    expectProblem(
      { constraints: { isolation: 'strict' } },
      [
        'TIER_ISOLATION',
        'constraints.isolation',
        /the tier `core` has no isolation `strict`; the tier `teams` has/,
      ],
      { tier: 'core' },
    )
    expectProblem(
      { constraints: { isolation: 'restricted' } },
      ['TIER_ISOLATION', 'constraints.isolation', /the tier `enterprise` has/],
      { tier: 'teams' },
    )
  })
  it('counts what the category and the kind ask for', () => {
    expectProblem({ category: 'code_execution' }, ['TIER_ISOLATION', 'category', /`strict`/], {
      tier: 'writer_pro',
    })
    expectProblem({}, ['TIER_ISOLATION', 'constraints.isolation', /`restricted`/], {
      tier: 'teams',
      kind: 'code',
    })
  })
})
