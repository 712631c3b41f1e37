import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDefinition, type DefinitionDraft } from '../../src/define/create-definition.ts'
import { hashDefinition } from '../../src/define/definition-hash.ts'

const base: DefinitionDraft = {
  name: 'a',
  description: 'b',
  inputSchema: { type: 'object', properties: { x: {}, y: {} } },
}
const hashOf = (changes: Partial<DefinitionDraft> = {}): string =>
  hashDefinition(createDefinition({ ...base, ...changes }))

describe('hashDefinition', () => {
  it('is a SHA-256 that does not depend on the order of keys', () => {
    assert.match(hashOf(), /^[0-9a-f]{64}$/)
    assert.equal(hashOf({ inputSchema: { properties: { y: {}, x: {} }, type: 'object' } }), hashOf())
  })

  it('changes with everything that decides what a call may do', () => {
    const changes: Partial<DefinitionDraft>[] = [
      { name: 'c' },
      { description: 'c' },
      { inputSchema: { type: 'object', properties: {} } },
      { outputSchema: { type: 'string' } },
      { category: 'network' },
      { dangerLevel: 'high' },
      { constraints: { allowSideEffects: false } },
      { requiredPermissions: ['tool.system.read'] },
      { requiresConfirmation: true },
      { version: '1.0.1' },
    ]
    assert.equal(new Set([hashOf(), ...changes.map(hashOf)]).size, changes.length + 1)
  })

  it('does not change with what decides nothing', () => {
    const changes = {
      tags: ['x'],
      enabled: false,
      metadata: { team: 'x' },
      origin: { source: 's', name: 'n' },
    }
    assert.equal(hashOf(changes), hashOf())
  })

  it('takes in what runs the tool, where that can be written down', () => {
    const definition = createDefinition(base)
    assert.notEqual(hashDefinition(definition, { command: 'ls' }), hashDefinition(definition))
    assert.notEqual(
      hashDefinition(definition, { command: 'ls' }),
      hashDefinition(definition, { command: 'rm' }),
    )
  })
})
