import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'
import { isStillValid, isValidated } from '../../src/validate/remember-validation.ts'
import type { ValidateOptions } from '../../src/validate/rule.ts'
import { runRules } from '../../src/validate/run-rules.ts'
import { validateDefinition } from '../../src/validate/validate-definition.ts'
import { validDraft } from './fixture.ts'

function validated(
  options: ValidateOptions = {},
  changes: Readonly<Record<string, unknown>> = {},
): ToolDefinition {
  const validation = validateDefinition(validDraft(changes), options)
  assert.ok(validation.ok)
  return validation.definition
}

describe('what validation remembers', () => {
  it('knows the definitions that it made, by identity', () => {
    const definition = validated()
    assert.ok(isStillValid(definition, {}))
    assert.ok(isValidated(definition, 'closure'))
    for (const other of [{ ...definition }, structuredClone(definition), validDraft(), undefined, 5]) {
      assert.ok(!isStillValid(other, {}))
      assert.ok(!isValidated(other, 'closure'))
    }
  })

  it('knows nothing of a definition that only some of the rules have seen', () => {
    const validation = runRules(validDraft(), {}, [])
    assert.ok(validation.ok)
    assert.ok(!isStillValid(validation.definition, {}))
  })

  it('counts for the same tier and kind only', () => {
    const definition = validated()
    assert.ok(isStillValid(definition, { tier: 'enterprise', kind: 'closure' }))
    assert.ok(!isStillValid(definition, { tier: 'core' }))
    assert.ok(!isStillValid(definition, { kind: 'module' }))
    assert.ok(!isValidated(definition, 'module'))
  })

  it('counts from strict to loose, not from loose to strict', () => {
    assert.ok(isStillValid(validated(), { imported: true }))
    assert.ok(!isStillValid(validated({ imported: true }), {}))
    assert.ok(isStillValid(validated({ imported: true }), { imported: true }))
  })

  it('counts where every required permission is known', () => {
    const definition = validated(
      { permissions: ['shop.order', 'shop.read'] },
      { requiredPermissions: ['shop.order', 'tool.network.fetch'] },
    )
    assert.ok(isStillValid(definition, { permissions: ['shop.order'] }))
    assert.ok(!isStillValid(definition, { permissions: ['shop.read'] }))
    assert.ok(!isStillValid(definition, {}))
  })

  it('counts whatever the keywords of the host are, where the tier allows every keyword', () => {
    assert.ok(isStillValid(validated(), { keywords: ['x-unit'] }))
    assert.ok(!isStillValid(validated({ tier: 'teams' }), { tier: 'teams', keywords: ['x-unit'] }))
    assert.ok(!isStillValid(validated({ tier: 'teams', keywords: ['x-unit'] }), { tier: 'teams' }))
  })
})
