import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Tier, TIERS } from '../../src/define/tiers.ts'
import type { Tool } from '../../src/define/tool.ts'
import { createRegistry } from '../../src/register/registry.ts'
import { checkTierIsolation } from '../../src/register/tier-limits.ts'
import { makeTool } from './make-tool.ts'

const numbered = (count: number, prefix = 'tool'): Tool[] =>
  Array.from({ length: count }, (_, index) => makeTool(`${prefix}_${index}`))

describe('tier limits', () => {
  it('core takes no custom tool and names the tier that does', () => {
    const registry = createRegistry({ tier: 'core' })
    assert.throws(() => registry.register(makeTool('mine')), {
      code: 'TIER_CUSTOM_OFF',
      message:
        'Tool `mine` was refused: tier `core` has no custom tools. Tier `writer_pro` (WriterPro) allows it.',
      details: { tier: 'core', limit: 0, allowedBy: 'writer_pro' },
    })
    assert.equal(registry.register(makeTool('read_file'), { builtin: true }).definition.name, 'read_file')
  })

  it('writer_pro takes ten and names teams', () => {
    const registry = createRegistry({ tier: 'writer_pro' })
    registry.registerAll(numbered(10))
    assert.throws(() => registry.register(makeTool('one_more')), {
      code: 'TIER_CUSTOM_LIMIT',
      message:
        'Tool `one_more` was refused: tier `writer_pro` holds at most 10 custom tools, and there are 10. Tier `teams` (Teams) allows it.',
    })
    registry.unregister('tool_3')
    assert.equal(registry.register(makeTool('one_more')).definition.name, 'one_more')
  })

  it('teams takes fifty and names enterprise', () => {
    const registry = createRegistry({ tier: 'teams' })
    registry.registerAll(numbered(50))
    assert.throws(() => registry.register(makeTool('one_more')), {
      code: 'TIER_CUSTOM_LIMIT',
      details: { tier: 'teams', limit: 50, allowedBy: 'enterprise' },
    })
  })

  it('counts imports, and a batch as a whole', () => {
    const registry = createRegistry({ tier: 'writer_pro' })
    registry.register(makeTool('imported', { origin: { source: 'mcp:github', name: 'imported' } }))
    assert.throws(() => registry.registerAll(numbered(10)), {
      code: 'TIER_CUSTOM_LIMIT',
      message: /and there are 1 with 10 to add\. Tier `teams` \(Teams\) allows it\.$/,
    })
    assert.equal(registry.size, 1)
  })

  it('does not count built-in tools as custom', () => {
    const registry = createRegistry({ tier: 'writer_pro' })
    registry.registerAll(numbered(5, 'builtin'), { builtin: true })
    assert.equal(registry.registerAll(numbered(10)).length, 10)
  })

  it('does not let the built-in mark get around the limit', () => {
    const registry = createRegistry({ tier: 'core' })
    registry.registerAll(numbered(5, 'builtin'), { builtin: true })
    assert.throws(() => registry.register(makeTool('sixth'), { builtin: true }), {
      code: 'TIER_BUILTIN_LIMIT',
      message:
        'Tool `sixth` was refused: tier `core` holds at most 5 built-in tools. Tier `teams` (Teams) allows it.',
    })
    assert.equal(createRegistry().registerAll(numbered(20), { builtin: true }).length, 20)
  })

  it('takes custom tools in no tier once they are switched off', () => {
    const registry = createRegistry({ customTools: false })
    assert.throws(() => registry.register(makeTool('mine')), {
      code: 'TIER_CUSTOM_OFF',
      message: /custom tools are switched off here \(`customTools: false`\)/,
    })
  })

  it('still takes an update when the tier is full', () => {
    const registry = createRegistry({ tier: 'writer_pro' })
    registry.registerAll(numbered(10))
    assert.deepEqual(registry.update('tool_1', makeTool('tool_1', { tags: ['a'] })).definition.tags, ['a'])
  })

  it('refuses schema keywords of a higher tier, as an error of the tier', () => {
    const inputSchema = {
      type: 'object',
      properties: { code: { type: 'string', pattern: '^[a-z]+$' } },
    } as const
    const tool = makeTool('lookup', { inputSchema })
    assert.throws(() => createRegistry({ tier: 'writer_pro' }).register(tool), {
      code: 'TIER_SCHEMA_FEATURE',
      message: /teams/,
    })
    assert.equal(createRegistry({ tier: 'teams' }).register(tool).definition.name, 'lookup')
    const both = makeTool('lookup', { inputSchema, outputSchema: { type: 'string', format: 'email' } })
    assert.throws(() => createRegistry({ tier: 'writer_pro' }).register(both), {
      code: 'TIER_SCHEMA_FEATURE',
    })
  })

  it('refuses isolation of a higher tier, asked for or by kind', () => {
    const command = { ...makeTool('list_disks'), implementation: { kind: 'command', argv: ['df'] } }
    const outcome = createRegistry({ tier: 'writer_pro' }).tryRegister(command)
    assert.ok(!outcome.ok)
    assert.equal(outcome.error.code, 'TIER_ISOLATION')
    assert.match(outcome.error.message, /teams/)
    assert.equal(createRegistry({ tier: 'teams' }).tryRegister(command).ok, true)
    const code = { ...makeTool('evaluate'), implementation: { kind: 'code', code: '1' } }
    assert.equal(createRegistry({ tier: 'teams' }).tryRegister(code).ok, false)
    assert.equal(createRegistry({ tier: 'enterprise' }).tryRegister(code).ok, true)
    assert.match(
      checkTierIsolation('x', 'core', 'restricted')?.message ?? '',
      /Tier `enterprise` \(Enterprise\)/,
    )
  })

  it('are never exceeded, whatever the order of changes', () => {
    const tiers = Object.keys(TIERS) as Tier[]
    const change = fc.record({
      kind: fc.constantFrom('register', 'registerAll', 'unregister'),
      index: fc.nat({ max: 70 }),
    })
    fc.assert(
      fc.property(fc.constantFrom(...tiers), fc.array(change, { maxLength: 60 }), (tier, changes) => {
        const registry = createRegistry({ tier })
        for (const { kind, index } of changes) {
          if (kind === 'register') registry.tryRegister(makeTool(`tool_${index}`))
          else if (kind === 'unregister') registry.unregister(`tool_${index}`)
          else {
            try {
              registry.registerAll([
                makeTool(`tool_${index}`),
                makeTool(`tool_${index + 1}`),
                makeTool(`more_${index}`),
              ])
            } catch {
              // refused as a whole
            }
          }
          assert.ok(registry.size <= TIERS[tier].customTools)
        }
      }),
      { numRuns: 40 },
    )
  })
})
