import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('version rule', () => {
  it('accepts semantic versions', () => {
    for (const version of [
      '0.0.0',
      '1.2.3',
      '1.0.0-alpha.1',
      '1.0.0-0A.is.legal',
      '1.0.0+build.1',
      '1.0.0-x-y-z.--',
      '10.20.30',
    ]) {
      expectAccepted({ version })
    }
  })
  it('refuses everything else', () => {
    for (const version of [
      '1',
      '1.2',
      '01.2.3',
      '1.2.3-',
      '1.2.3-01',
      '1.2.3+',
      'v1.2.3',
      '1.2.3 ',
      '1.2.3.4',
      '',
      1,
    ]) {
      expectProblem({ version }, ['DEFINE_VERSION_INVALID', 'version', /is not a semantic version/])
    }
  })
  it('refuses more than 32 characters', () => {
    expectAccepted({ version: `1.0.0-${'a'.repeat(26)}` })
    expectProblem({ version: `1.0.0-${'a'.repeat(27)}` }, [
      'DEFINE_VERSION_INVALID',
      'version',
      /33 characters, at most 32/,
    ])
  })
})
