import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Category } from '../../src/define/categories.ts'
import { createDefinition } from '../../src/define/create-definition.ts'
import type { ImplementationKind } from '../../src/define/implementation-kinds.ts'
import type { Isolation } from '../../src/define/isolation.ts'
import { requiredIsolation } from '../../src/define/required-isolation.ts'

function isolationOf(
  kind: ImplementationKind,
  category: Category = 'system',
  isolation?: Isolation,
): Isolation {
  const constraints = isolation === undefined ? undefined : { isolation }
  const inputSchema = { type: 'object', properties: {} } as const
  return requiredIsolation(
    createDefinition({ name: 'a', description: 'b', inputSchema, category, constraints }),
    kind,
  )
}

describe('requiredIsolation', () => {
  it('is what the kind takes when nothing is said', () => {
    const kinds = ['closure', 'module', 'command', 'code'] as const
    assert.deepEqual(
      kinds.map((kind) => isolationOf(kind)),
      ['none', 'standard', 'strict', 'restricted'],
    )
  })

  it('is what the author says, down to the least that the kind takes', () => {
    assert.equal(isolationOf('module', 'system', 'none'), 'none')
    assert.equal(isolationOf('command', 'system', 'restricted'), 'restricted')
    assert.equal(isolationOf('code', 'system', 'strict'), 'strict')
    assert.equal(isolationOf('code', 'system', 'none'), 'strict')
  })

  it('is never below what the category takes', () => {
    assert.equal(isolationOf('closure', 'code_execution'), 'strict')
    assert.equal(isolationOf('module', 'code_execution', 'standard'), 'strict')
  })
})
