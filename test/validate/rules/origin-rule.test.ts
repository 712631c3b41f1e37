import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('origin rule', () => {
  it('accepts a source and a name', () => {
    expectAccepted({ origin: { source: 'mcp:github', name: 'create-issue' } })
  })
  it('refuses any other form', () => {
    expectProblem({ origin: 'mcp' }, ['DEFINE_ORIGIN_INVALID', 'origin', /expected an object/])
    expectProblem({ origin: { source: 'mcp:github' } }, [
      'DEFINE_ORIGIN_INVALID',
      'origin.name',
      /is undefined/,
    ])
    expectProblem({ origin: { source: 'a', name: 'b', url: 'c' } }, [
      'DEFINE_ORIGIN_INVALID',
      'origin.url',
      /not part of an origin/,
    ])
    expectProblem({ origin: { source: 'a'.repeat(257), name: 'b' } }, [
      'DEFINE_ORIGIN_INVALID',
      'origin.source',
      /at most 256/,
    ])
  })
})
