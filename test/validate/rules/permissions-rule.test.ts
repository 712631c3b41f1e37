import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('permissions rule', () => {
  it('accepts known permissions and those of the host', () => {
    expectAccepted({ requiredPermissions: ['tool.filesystem.read'] })
    expectAccepted({ required_permissions: ['acme.billing'] }, { permissions: ['acme.billing'] })
  })
  it('refuses an unknown one and says which was meant', () => {
    expectProblem({ required_permissions: ['tool.network.fetch', 'tool.filesystem.raed'] }, [
      'DEFINE_PERMISSION_UNKNOWN',
      'required_permissions[1]',
      /Did you mean `tool.filesystem.read`/,
    ])
    expectProblem({ requiredPermissions: ['tool.*'] }, [
      'DEFINE_PERMISSION_UNKNOWN',
      'requiredPermissions[0]',
      /unknown permission/,
    ])
  })
  it('refuses what is not a list, and too long a list', () => {
    expectProblem({ requiredPermissions: 'tool.network.fetch' }, [
      'DEFINE_FIELD_TYPE',
      'requiredPermissions',
      /expected a list/,
    ])
    expectProblem({ requiredPermissions: Array.from({ length: 200 }, () => 'tool.filesystem.read') }, [
      'DEFINE_FIELD_TOO_LONG',
      'requiredPermissions',
      /at most 4096/,
    ])
  })
})
