import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ToolFilter } from '../../src/register/filter-tools.ts'
import { createRegistry } from '../../src/register/registry.ts'
import { makeTool } from './make-tool.ts'

describe('filter', () => {
  const registry = createRegistry()
  registry.register(makeTool('read_page', { category: 'network', tags: ['web', 'read'], dangerLevel: 'low' }))
  registry.register(
    makeTool('write_note', {
      category: 'knowledge',
      tags: ['notes'],
      requiredPermissions: ['tool.knowledge.write'],
    }),
  )
  registry.register(makeTool('old_note', { category: 'knowledge', enabled: false }), {
    source: 'file:tools.yaml',
  })

  const names = (filter: ToolFilter): string[] => registry.filter(filter).map((tool) => tool.definition.name)

  it('gives everything when nothing is asked for', () => {
    assert.deepEqual(names({}), ['read_page', 'write_note', 'old_note'])
  })

  it('asks for category, tag, danger level, permission, source or state', () => {
    assert.deepEqual(names({ category: 'knowledge' }), ['write_note', 'old_note'])
    assert.deepEqual(names({ tag: 'web' }), ['read_page'])
    assert.deepEqual(names({ dangerLevel: 'low' }), ['read_page'])
    assert.deepEqual(names({ permission: 'tool.knowledge.write' }), ['write_note'])
    assert.deepEqual(names({ source: 'file:tools.yaml' }), ['old_note'])
    assert.deepEqual(names({ enabled: true }), ['read_page', 'write_note'])
    assert.deepEqual(names({ enabled: false }), ['old_note'])
  })

  it('takes any of several values, and every one of several fields', () => {
    assert.deepEqual(names({ tag: ['web', 'notes'] }), ['read_page', 'write_note'])
    assert.deepEqual(names({ category: ['knowledge', 'network'], enabled: true, tag: 'notes' }), [
      'write_note',
    ])
    assert.deepEqual(names({ category: [] }), [])
  })
})
