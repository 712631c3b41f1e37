import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LogCode } from '../../src/observe/log-codes.ts'
import type { Metrics } from '../../src/observe/metrics.ts'
import { REGISTRY_EVENTS } from '../../src/register/registry-events.ts'
import { createRegistry } from '../../src/register/registry.ts'
import { FIXED_TIME, fixedClock, makeDefinition, makeTool } from './make-tool.ts'

type Line = [LogCode, Readonly<Record<string, unknown>>]

function recorded() {
  const lines: Line[] = []
  const measured: Parameters<Metrics['record']>[] = []
  return {
    lines,
    measured,
    logger: { log: (...line: Line) => void lines.push(line) },
    metrics: { record: (...measurement: Parameters<Metrics['record']>) => void measured.push(measurement) },
  }
}

describe('events', () => {
  it('tell who changed which tool, when and how', () => {
    const registry = createRegistry({ clock: fixedClock, createId: () => 'definition-1' })
    const seen: unknown[] = []
    for (const event of REGISTRY_EVENTS) {
      registry.on(event, (payload) => {
        const { durationMs = 0, ...rest } = { durationMs: undefined, ...payload }
        assert.ok(durationMs >= 0)
        assert.ok(Object.isFrozen(payload))
        seen.push([event, rest])
      })
    }
    registry.register(makeTool('first', { category: 'network' }), { by: 'ada' })
    registry.update('first', makeDefinition('first', { tags: ['x'], description: 'Better' }), { by: 'bob' })
    registry.disable('first', { by: 'eve' })
    registry.unregister('first')
    const definitionId = 'definition-1'
    const at = FIXED_TIME
    const first = { toolName: 'first', category: 'network', by: 'ada', at }
    const later = { toolName: 'first', category: 'system', by: 'bob', at }
    assert.deepEqual(seen, [
      ['tool-validated', { ...first, parameterCount: 1 }],
      ['tool-registered', { definitionId, ...first, source: 'code', builtin: false }],
      ['tool-validated', { ...later, parameterCount: 1 }],
      ['tool-updated', { definitionId, ...later, changedFields: ['description', 'category', 'tags'] }],
      ['tool-updated', { definitionId, ...later, by: 'eve', changedFields: ['enabled'] }],
      ['tool-removed', { definitionId, ...later, by: 'host' }],
    ])
  })

  it('come after the change is complete', () => {
    const registry = createRegistry()
    const sizes: number[] = []
    registry.on('tool-registered', () => void sizes.push(registry.snapshot().tools.length))
    registry.registerAll([makeTool('first'), makeTool('second')])
    assert.deepEqual(sizes, [2, 2])
  })

  it('are not sent for a change that was refused', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    const seen: string[] = []
    registry.on('tool-registered', ({ toolName }) => void seen.push(toolName))
    registry.tryRegister(makeTool('first'))
    assert.throws(() => registry.registerAll([makeTool('second'), makeTool('first')]))
    assert.deepEqual(seen, [])
  })

  it('reach the others when one subscriber throws, and the change stands', () => {
    const { lines, logger } = recorded()
    const registry = createRegistry({ logger })
    const seen: string[] = []
    registry.on('tool-registered', () => {
      throw new Error('bad subscriber')
    })
    registry.on('tool-registered', ({ toolName }) => void seen.push(toolName))
    registry.register(makeTool('first'))
    assert.deepEqual(seen, ['first'])
    assert.equal(registry.has('first'), true)
    assert.deepEqual(
      lines.filter(([code]) => code === 'TLS-OBS-001'),
      [['TLS-OBS-001', { event: 'tool-registered', message: 'bad subscriber' }]],
    )
  })

  it('stop after unsubscribing, and once comes once', () => {
    const registry = createRegistry()
    const seen: string[] = []
    const unsubscribe = registry.on('tool-registered', ({ toolName }) => void seen.push(toolName))
    registry.once('tool-registered', ({ toolName }) => void seen.push(`once ${toolName}`))
    registry.register(makeTool('first'))
    unsubscribe()
    registry.register(makeTool('second'))
    assert.deepEqual(seen, ['first', 'once first'])
  })

  it('refuse a misspelt name', () => {
    const registry = createRegistry()
    const expected = {
      code: 'OPTION_INVALID',
      message: /has no event `toolRegistered`\. Its events: tool-registered,/,
    }
    assert.throws(() => registry.on('toolRegistered' as 'tool-registered', () => undefined), expected)
    assert.throws(() => registry.once('toolRegistered' as 'tool-registered', () => undefined), expected)
  })

  it('let a subscriber change the registry', () => {
    const registry = createRegistry()
    registry.once('tool-registered', () => void registry.unregister('first'))
    registry.register(makeTool('first'))
    assert.equal(registry.isEmpty, true)
  })
})

describe('logs', () => {
  it('have a code for every change', () => {
    const { lines, logger } = recorded()
    const registry = createRegistry({ logger, clock: fixedClock, createId: () => 'definition-1' })
    registry.register(makeTool('first'), { by: 'ada' })
    registry.update('first', makeDefinition('first', { tags: ['x'] }))
    registry.unregister('first')
    assert.deepEqual(
      lines.map(([code]) => code),
      ['TLS-DEF-001', 'TLS-DEF-003', 'TLS-DEF-001', 'TLS-DEF-004', 'TLS-DEF-005'],
    )
    assert.deepEqual(lines[1]?.[1], {
      definition_id: 'definition-1',
      tool_name: 'first',
      category: 'system',
      by: 'ada',
      at: FIXED_TIME,
      source: 'code',
      builtin: false,
    })
  })

  it('name the problems of a refused definition, and the constraint that was violated', () => {
    const { lines, logger } = recorded()
    const registry = createRegistry({ logger })
    registry.tryRegister(makeTool('slow', { constraints: { maxExecutionMs: 700_000 } }), { by: 'ada' })
    const [failed, violated] = lines
    assert.equal(failed?.[0], 'TLS-DEF-002')
    assert.equal(failed?.[1].tool_name, 'slow')
    assert.equal(failed?.[1].error_code, 'DEFINE_CONSTRAINT_RANGE')
    assert.equal(violated?.[0], 'TLS-DEF-006')
    const { message, ...fields } = violated?.[1] ?? {}
    assert.match(String(message), /700000/)
    assert.deepEqual(fields, {
      tool_name: 'slow',
      by: 'ada',
      constraint: 'constraints.maxExecutionMs',
      value: 700_000,
      minimum: 1_000,
      maximum: 600_000,
    })
  })

  it('name a limit of the tier and what is no definition at all', () => {
    const { lines, logger } = recorded()
    const registry = createRegistry({ logger, tier: 'core' })
    registry.tryRegister(makeTool('mine'))
    registry.tryRegister(null, { builtin: true })
    assert.deepEqual(
      lines.map(([code, { tool_name, constraint, maximum }]) => [code, tool_name, constraint, maximum]),
      [
        ['TLS-DEF-006', 'mine', 'custom_tools', 0],
        ['TLS-DEF-002', '<unnamed>', undefined, undefined],
      ],
    )
  })

  it('survive a definition whose getters throw when read again', () => {
    const { lines, logger } = recorded()
    const registry = createRegistry({ logger })
    for (const field of ['name', 'constraints'] as const) {
      const good = makeDefinition('first', { constraints: { maxExecutionMs: 1 } })
      let reads = 0
      const definition = Object.defineProperty({ ...good }, field, {
        enumerable: true,
        get() {
          reads += 1
          if (reads > 1) throw new Error('once only')
          return good[field]
        },
      })
      assert.equal(registry.tryRegister({ ...makeTool('first'), definition }).ok, false)
    }
    assert.deepEqual(
      lines.map(([code, { tool_name, value }]) => [code, tool_name, value]),
      [
        ['TLS-DEF-002', '<unnamed>', undefined],
        ['TLS-DEF-006', '<unnamed>', 1],
        ['TLS-DEF-002', 'first', undefined],
        ['TLS-DEF-006', 'first', undefined],
      ],
    )
  })

  it('harm nobody when the logger or the metrics throw', () => {
    const broken = (): never => {
      throw new Error('disk full')
    }
    const registry = createRegistry({ logger: { log: broken }, metrics: { record: broken } })
    registry.register(makeTool('first'))
    assert.equal(registry.tryRegister(makeTool('first')).ok, false)
    assert.equal(registry.size, 1)
  })
})

describe('metrics', () => {
  it('are not recorded when nobody collects', () => {
    const { measured, metrics } = recorded()
    createRegistry({ metrics: { ...metrics, isListening: () => false } }).register(makeTool('first'))
    assert.deepEqual(measured, [])
  })

  it('count what was created, refused, and is there by category', () => {
    const { measured, metrics } = recorded()
    const registry = createRegistry({ metrics })
    registry.register(makeTool('first', { category: 'network' }))
    registry.update('first', makeDefinition('first', { category: 'database' }))
    registry.tryRegister(makeTool('first'))
    registry.tryRegister(makeTool('second', { description: '' }))
    registry.unregister('first')
    const known = measured.map(([name, value, attributes]) =>
      name === 'tools.definitions.validation.duration' ? [name, attributes] : [name, value, attributes],
    )
    assert.deepEqual(known, [
      ['tools.definitions.validation.duration', { 'tools.category': 'network' }],
      ['tools.definitions.created', 1, { 'tools.category': 'network' }],
      ['tools.definitions.by_category', 1, { 'tools.category': 'network' }],
      ['tools.definitions.validation.duration', { 'tools.category': 'database' }],
      ['tools.definitions.by_category', 0, { 'tools.category': 'network' }],
      ['tools.definitions.by_category', 1, { 'tools.category': 'database' }],
      ['tools.definitions.validation.duration', { 'tools.category': 'system' }],
      ['tools.definitions.validation.failures', 1, { 'error.type': 'DEFINE_DESCRIPTION_EMPTY' }],
      ['tools.definitions.by_category', 0, { 'tools.category': 'database' }],
    ])
  })
})
