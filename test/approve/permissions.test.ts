import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { missingPermissions, permissionMatches } from '../../src/approve/permissions.ts'

const READ = 'tool.filesystem.read'
const WRITE = 'tool.filesystem.write'

describe('missingPermissions', () => {
  it('gives those that are not held, in their order', () => {
    assert.deepEqual(missingPermissions([READ], [WRITE, READ, 'tool.network.fetch']), [
      WRITE,
      'tool.network.fetch',
    ])
  })

  it('misses nothing when nothing is required', () => {
    assert.deepEqual(missingPermissions([], []), [])
  })

  it('misses everything for a caller that holds none', () => {
    assert.deepEqual(missingPermissions([], [READ]), [READ])
  })

  it('misses nothing for the host program itself', () => {
    assert.deepEqual(missingPermissions(undefined, [READ, WRITE]), [])
  })

  it('adding a held permission never makes more missing', () => {
    const permission = fc
      .array(fc.constantFrom('tool', 'filesystem', 'read', '*'), { minLength: 1, maxLength: 3 })
      .map((segments) => segments.join('.'))
    fc.assert(
      fc.property(fc.array(permission), permission, fc.array(permission), (held, more, required) => {
        assert.ok(
          missingPermissions([...held, more], required).length <= missingPermissions(held, required).length,
        )
      }),
    )
  })
})

describe('permissionMatches', () => {
  const cases: [pattern: string, permission: string, covers: boolean][] = [
    ['*', READ, true],
    ['tool.*', READ, true],
    ['tool.filesystem.*', READ, true],
    ['tool.filesystem.*', 'tool.network.fetch', false],
    ['tool.filesystem.*', 'tool.filesystem', false],
    ['tool.*.read', READ, true],
    ['tool.*.read', 'tool.database.read', true],
    ['tool.*.read', WRITE, false],
    ['tool.*.read', 'tool.a.b.read', false],
    ['*.filesystem.read', READ, true],
    ['tool.file*', READ, false],
    ['tool.filesystem', READ, false],
    ['', READ, false],
  ]
  for (const [pattern, permission, covers] of cases) {
    it(`\`${pattern}\` ${covers ? 'covers' : 'does not cover'} \`${permission}\``, () => {
      assert.equal(permissionMatches(pattern, permission), covers)
    })
  }
})
