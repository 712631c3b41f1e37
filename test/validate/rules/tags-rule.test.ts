import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('tags rule', () => {
  it('accepts a few short, different tags', () => {
    expectAccepted({ tags: [] })
    expectAccepted({ tags: Array.from({ length: 32 }, (_, index) => `tag ${index}`) })
    expectAccepted({ tags: ['x'.repeat(64)] })
  })
  it('refuses what is not a list of texts', () => {
    expectProblem({ tags: 'a' }, ['DEFINE_TAGS_INVALID', 'tags', /expected a list/])
    expectProblem({ tags: ['a', 5] }, ['DEFINE_TAGS_INVALID', 'tags[1]', /the tag 5/])
    expectProblem({ tags: [' '] }, ['DEFINE_TAGS_INVALID', 'tags[0]', /something in it/])
  })
  it('refuses doubles, long tags and too many', () => {
    expectProblem({ tags: ['a', 'b', 'a'] }, ['DEFINE_TAGS_INVALID', 'tags[2]', /given twice/])
    expectProblem({ tags: ['x'.repeat(65)] }, ['DEFINE_TAGS_INVALID', 'tags[0]', /65 characters, at most 64/])
    expectProblem({ tags: Array.from({ length: 33 }, (_, index) => `tag ${index}`) }, [
      'DEFINE_TAGS_INVALID',
      'tags',
      /33 tags, at most 32/,
    ])
  })
})
