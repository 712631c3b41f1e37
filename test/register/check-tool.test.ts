import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import { implement } from '../../src/author/implement.ts'
import { createRegistry } from '../../src/register/registry.ts'
import { makeTool } from './make-tool.ts'

const base = { name: 'get_weather', description: 'Weather', input: [], run: () => 1 } as const

describe('what the registry holds', () => {
  it('is the very tool that was made here', () => {
    const registry = createRegistry()
    const tool = defineTool(base)
    assert.equal(registry.register(tool), tool)
    assert.equal(registry.get('get_weather'), tool)
    assert.equal(registry.snapshot().get('get_weather'), tool)
    const other = createRegistry()
    assert.equal(other.register(implement(tool.definition, () => 2)).definition, tool.definition)
  })

  it('is a frozen copy of a tool made by hand', () => {
    const tool = makeTool('get_time')
    const held = createRegistry().register(tool)
    assert.notEqual(held, tool)
    assert.notEqual(held.definition, tool.definition)
    assert.ok(Object.isFrozen(held))
  })

  it('keeps a validated definition of a tool that is put together by hand, but not the tool', () => {
    const { definition, implementation } = defineTool(base)
    const tool = Object.freeze({ definition, implementation })
    const held = createRegistry().register(tool)
    assert.notEqual(held, tool)
    assert.equal(held.definition, definition)
  })

  it('is validated again under a stricter tier', () => {
    const input = { type: 'object', properties: { city: { type: 'string', pattern: '^[A-Z]' } } } as const
    const tool = defineTool({ ...base, input })
    const outcome = createRegistry({ tier: 'writer_pro' }).tryRegister(tool)
    assert.ok(!outcome.ok)
    assert.equal(outcome.error.code, 'TIER_SCHEMA_FEATURE')
    const allowed = createRegistry({ tier: 'teams' }).tryRegister(tool)
    assert.ok(allowed.ok)
    assert.notEqual(allowed.tool, tool)
    assert.deepEqual(allowed.tool, tool)
  })

  it('names both places of a permission that only the author knows', () => {
    const permissions = ['shop.order']
    const tool = defineTool({ ...base, requiredPermissions: permissions }, { permissions })
    const outcome = createRegistry().tryRegister(tool)
    assert.ok(!outcome.ok)
    assert.equal(outcome.error.code, 'DEFINE_PERMISSION_UNKNOWN')
    assert.match(
      outcome.error.hint,
      /defineTool\(…, \{ permissions \}\).*createToolwright\(\{ permissions \}\)/,
    )
    assert.equal(createRegistry({ permissions }).register(tool), tool)
  })

  it('does not read a tool made by hand twice', () => {
    const tool = makeTool('get_time')
    let reads = 0
    const shifty = {
      ...tool,
      get definition() {
        reads++
        return tool.definition
      },
    }
    createRegistry().register(shifty)
    assert.equal(reads, 1)
  })
})

describe('registerAll', () => {
  it('refuses what is no list', () => {
    for (const value of [{}, undefined, null, 'tools', new Set()]) {
      assert.throws(() => createRegistry().registerAll(value as never), {
        code: 'OPTION_INVALID',
        hint: 'Give an array of tools.',
      })
    }
  })
})
