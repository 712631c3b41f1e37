import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('metadata rule', () => {
  it('accepts free keys and values', () => {
    expectAccepted({ metadata: { team: 'x', nested: { list: [1, null, true] } } })
  })
  it('refuses what is no object', () => {
    expectProblem({ metadata: ['a'] }, [
      'DEFINE_METADATA_INVALID',
      'metadata',
      /is a list; expected an object/,
    ])
    expectProblem({ metadata: 'a' }, ['DEFINE_METADATA_INVALID', 'metadata', /expected an object/])
  })
  it('refuses what JSON cannot hold, with its place', () => {
    expectProblem({ metadata: { at: { time: new Date(0) } } }, [
      'DEFINE_METADATA_INVALID',
      'metadata.at.time',
      /not a plain object but a Date/,
    ])
    expectProblem({ metadata: { big: 1n } }, ['DEFINE_METADATA_INVALID', 'metadata.big', /is a bigint/])
  })
  it('refuses more than 65,536 characters of JSON', () => {
    expectAccepted({ metadata: { a: 'x'.repeat(65_528) } })
    expectProblem({ metadata: { a: 'x'.repeat(65_529) } }, [
      'DEFINE_METADATA_INVALID',
      'metadata',
      /65537 characters of JSON, at most 65536/,
    ])
  })
})
