import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRegistry } from '../../src/register/registry.ts'
import { makeDefinition, makeTool } from './make-tool.ts'

describe('createRegistry', () => {
  it('starts empty', () => {
    const registry = createRegistry()
    assert.equal(registry.size, 0)
    assert.equal(registry.isEmpty, true)
    assert.equal(registry.version, 0)
    assert.deepEqual(registry.list(), [])
    assert.equal(registry.describe(), '')
  })

  it('refuses an unknown tier', () => {
    assert.throws(() => createRegistry({ tier: 'gold' as 'core' }), {
      code: 'OPTION_INVALID',
      message:
        '`tier` of `createRegistry` must be one of core, writer_pro, teams, enterprise, not the string "gold".',
    })
  })

  it('refuses a misspelt option and names the nearest', () => {
    assert.throws(() => createRegistry({ teir: 'core' } as object), {
      code: 'OPTION_INVALID',
      message: '`createRegistry` has no option `teir`. Did you mean `tier`?',
    })
    assert.throws(() => createRegistry({ somethingElse: 1 } as object), /The options are tier, customTools/)
  })
})

describe('register', () => {
  it('holds the tool under its name', () => {
    const registry = createRegistry()
    const tool = registry.register(makeTool('get_weather'))
    assert.equal(registry.get('get_weather'), tool)
    assert.equal(registry.has('get_weather'), true)
    assert.equal(registry.size, 1)
    assert.equal(registry.isEmpty, false)
    assert.deepEqual(tool.definition, makeDefinition('get_weather'))
  })

  it('gives a tool that cannot be changed from outside', () => {
    const registry = createRegistry()
    const handmade = makeTool('get_weather', { tags: ['a'] })
    const tool = registry.register(handmade)
    ;(handmade.definition.tags as string[]).push('b')
    assert.deepEqual(registry.get('get_weather')?.definition.tags, ['a'])
    assert.ok(Object.isFrozen(tool))
    assert.ok(Object.isFrozen(tool.definition))
    assert.ok(Object.isFrozen(tool.definition.tags))
  })

  it("keeps the author's own schemas and the resource of a call", () => {
    const registry = createRegistry()
    const input = {
      '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
    } as const
    const tool = registry.register({
      ...makeTool('write_note'),
      standard: { input },
      resourceOf: () => 'note:1',
    })
    assert.equal(tool.standard?.input, input)
    assert.equal(tool.resourceOf?.({}), 'note:1')
  })

  it('lists name, description and input schema of every tool, disabled ones too', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    registry.register(makeTool('second', { enabled: false }))
    const { inputSchema } = makeDefinition('first')
    assert.deepEqual(registry.list(), [
      { name: 'first', description: 'Does first', inputSchema },
      { name: 'second', description: 'Does second', inputSchema },
    ])
  })

  it('refuses a name that is taken, suggests free ones, and changes nothing', () => {
    const registry = createRegistry()
    const tool = registry.register(makeTool('lookup'))
    assert.throws(() => registry.register(makeTool('lookup', { description: 'Another' })), {
      code: 'REGISTER_NAME_TAKEN',
      message:
        'Tool already exists: `lookup`. Free names: `lookup_v2`, `lookup_alt`. To replace the tool, call `update`.',
    })
    assert.equal(registry.get('lookup'), tool)
    assert.equal(registry.version, 1)
  })

  it('validates a definition that was made by hand', () => {
    const registry = createRegistry()
    assert.throws(
      () => registry.register(makeTool('Not Snake', { description: '' })),
      (error: unknown) => {
        assert.ok(error instanceof Error && 'code' in error)
        assert.equal(error.code, 'DEFINE_INVALID')
        assert.match(error.message, /^Tool `Not Snake` has 2 problems:\n  - name: /)
        assert.match(error.message, /description: /)
        return true
      },
    )
    assert.equal(registry.size, 0)
  })

  it('looks names up as names, whatever objects inherit', () => {
    const registry = createRegistry()
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.equal(registry.get(name), undefined)
      assert.equal(registry.has(name), false)
      assert.equal(registry.snapshot().get(name), undefined)
      assert.equal(registry.disable(name), false)
      assert.equal(registry.unregister(name), undefined)
    }
  })

  it('accepts permissions of the host', () => {
    const tool = makeTool('print_label', { requiredPermissions: ['tool.printer.print'] })
    assert.throws(() => createRegistry().register(tool), /tool\.printer\.print/)
    const registry = createRegistry({ permissions: ['tool.printer.print'] })
    assert.deepEqual(registry.register(tool).definition.requiredPermissions, ['tool.printer.print'])
  })

  it('knows who registered a tool, when, and where it came from', () => {
    const registry = createRegistry({ clock: () => new Date('2026-01-02T03:04:05Z') })
    registry.register(makeTool('first'), { by: 'ada' })
    registry.register(makeTool('second', { origin: { source: 'mcp:github', name: 'second' } }))
    registry.register(makeTool('third'), { source: 'file:tools.yaml' })
    const { tool: _tool, definitionId, ...info } = registry.info('first') ?? {}
    assert.match(definitionId ?? '', /^[\da-f]{8}-[\da-f-]{27}$/)
    assert.notEqual(definitionId, registry.info('second')?.definitionId)
    assert.deepEqual(info, {
      builtin: false,
      source: 'code',
      createdBy: 'ada',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedBy: 'ada',
      updatedAt: '2026-01-02T03:04:05.000Z',
      revision: 1,
    })
    assert.equal(registry.info('second')?.source, 'mcp:github')
    assert.equal(registry.info('third')?.source, 'file:tools.yaml')
    assert.equal(registry.info('fourth'), undefined)
  })
})

describe('tryRegister', () => {
  it('gives the tool, or the reason as a value', () => {
    const registry = createRegistry()
    const first = registry.tryRegister(makeTool('lookup'))
    assert.ok(first.ok && first.tool.definition.name === 'lookup')
    const second = registry.tryRegister(makeTool('lookup'))
    assert.ok(!second.ok)
    assert.equal(second.error.code, 'REGISTER_NAME_TAKEN')
    assert.deepEqual(
      second.problems.map(({ path, code }) => ({ path, code })),
      [{ path: 'name', code: 'REGISTER_NAME_TAKEN' }],
    )
  })

  it('lists every problem of a definition', () => {
    const outcome = createRegistry().tryRegister(makeTool('run', { description: '', version: 'one' }))
    assert.ok(!outcome.ok)
    assert.deepEqual(
      outcome.problems.map(({ path, code }) => ({ path, code })),
      [
        { path: 'name', code: 'DEFINE_NAME_RESERVED' },
        { path: 'description', code: 'DEFINE_DESCRIPTION_EMPTY' },
        { path: 'version', code: 'DEFINE_VERSION_INVALID' },
      ],
    )
  })

  it('refuses what is no tool without throwing', () => {
    const registry = createRegistry()
    const { definition } = makeTool('lookup')
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const hostile = {
      get definition(): never {
        throw new Error('no')
      },
      implementation: {},
    }
    const cases: [unknown, string][] = [
      [undefined, 'DEFINE_IMPLEMENTATION_MISSING'],
      [null, 'DEFINE_IMPLEMENTATION_MISSING'],
      ['lookup', 'DEFINE_IMPLEMENTATION_MISSING'],
      [{}, 'DEFINE_IMPLEMENTATION_MISSING'],
      [{ definition }, 'DEFINE_IMPLEMENTATION_MISSING'],
      [{ definition, implementation: {} }, 'DEFINE_IMPLEMENTATION_MISSING'],
      [{ definition, implementation: { kind: 'toString' } }, 'DEFINE_IMPLEMENTATION_MISSING'],
      [{ definition, implementation: { kind: 'closure' } }, 'DEFINE_IMPLEMENTATION_MISSING'],
      [{ definition: 7, implementation: { kind: 'closure', run: () => 1 } }, 'DEFINE_FIELD_TYPE'],
      [proxy, 'DEFINE_INVALID'],
      [hostile, 'DEFINE_INVALID'],
    ]
    for (const [value, code] of cases) {
      const outcome = registry.tryRegister(value)
      assert.ok(!outcome.ok)
      assert.equal(outcome.error.code, code)
      assert.ok(outcome.problems.length >= 1)
    }
    assert.equal(registry.size, 0)
  })

  it('does not let a getter register the same name in between', () => {
    const registry = createRegistry()
    const inner = makeTool('lookup', { description: 'The first' })
    const outer = {
      get definition() {
        registry.tryRegister(inner)
        return makeDefinition('lookup', { description: 'The second' })
      },
      implementation: { kind: 'closure', run: () => 1 },
    }
    assert.equal(registry.tryRegister(outer).ok, false)
    assert.equal(registry.get('lookup')?.definition.description, 'The first')
  })
})

describe('registerAll', () => {
  it('adds all tools as one change', () => {
    const registry = createRegistry()
    const tools = registry.registerAll([makeTool('first'), makeTool('second')], { by: 'ada' })
    assert.deepEqual(
      tools.map((tool) => tool.definition.name),
      ['first', 'second'],
    )
    assert.equal(registry.version, 1)
  })

  it('adds none when one is refused', () => {
    const registry = createRegistry()
    registry.register(makeTool('taken'))
    const before = registry.snapshot()
    const lists = [
      [makeTool('first'), makeTool('taken')],
      [makeTool('first'), makeTool('first')],
      [makeTool('first'), makeTool('Bad Name')],
    ]
    for (const tools of lists) assert.throws(() => registry.registerAll(tools))
    assert.equal(registry.snapshot(), before)
    assert.equal(registry.has('first'), false)
  })

  it('takes an empty list without a change', () => {
    const registry = createRegistry()
    assert.deepEqual(registry.registerAll([]), [])
    assert.equal(registry.version, 0)
  })
})

describe('update', () => {
  it('replaces the tool in its place', () => {
    const registry = createRegistry()
    registry.registerAll([makeTool('first'), makeTool('second')])
    const tool = makeTool('first', { description: 'Better' })
    assert.equal(registry.update('first', tool).definition.description, 'Better')
    assert.deepEqual(
      registry.list().map(({ description }) => description),
      ['Better', 'Does second'],
    )
  })

  it('keeps what runs the tool when only the definition is given', () => {
    const registry = createRegistry()
    const { implementation } = registry.register(makeTool('first'))
    const updated = registry.update('first', makeDefinition('first', { description: 'Better' }))
    assert.equal(updated.implementation, implementation)
    assert.equal(updated.definition.description, 'Better')
  })

  it('refuses a name that is not there and names the nearest', () => {
    const registry = createRegistry()
    registry.register(makeTool('get_weather'))
    assert.throws(() => registry.update('get_wether', makeDefinition('get_wether')), {
      code: 'REGISTER_NOT_FOUND',
      message: 'There is no tool `get_wether` to update. Did you mean `get_weather`?',
    })
    assert.throws(() => registry.update('zzz', makeDefinition('zzz')), /Register it first\./)
  })

  it('refuses another name', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    assert.throws(() => registry.update('first', makeTool('second')), { code: 'OPTION_INVALID' })
    assert.equal(registry.has('first'), true)
  })

  it('refuses an invalid definition and keeps the old one', () => {
    const registry = createRegistry()
    const tool = registry.register(makeTool('first'))
    const outcome = registry.tryUpdate('first', { ...makeDefinition('first'), description: 7 })
    assert.ok(!outcome.ok)
    assert.equal(outcome.error.code, 'DEFINE_FIELD_TYPE')
    assert.equal(registry.get('first'), tool)
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    assert.equal(registry.tryUpdate('first', proxy).ok, false)
    assert.equal(
      registry.tryUpdate('first', { definition: makeDefinition('first'), implementation: 1 }).ok,
      false,
    )
  })

  it('refuses a change made on an older version of the registry', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    const { version } = registry
    registry.register(makeTool('second'))
    registry.update('first', makeDefinition('first', { tags: ['a'] }), { expectedVersion: version })
    assert.throws(() => registry.update('first', makeDefinition('first'), { expectedVersion: version }), {
      code: 'REGISTER_VERSION_CONFLICT',
      message:
        'Tool `first` changed at version 3, but the change was made on 1. Read the tool again and repeat the change.',
    })
    assert.deepEqual(registry.get('first')?.definition.tags, ['a'])
  })

  it("refuses a change made on another of the tool's own versions", () => {
    const registry = createRegistry()
    registry.register(makeTool('first', { version: '1.1.0' }))
    const next = makeDefinition('first', { version: '1.2.0' })
    assert.throws(() => registry.update('first', next, { expectedVersion: '1.0.0' }), {
      code: 'REGISTER_VERSION_CONFLICT',
      message:
        'Tool `first` has version 1.1.0, but the change was made on 1.0.0. Read the tool again and repeat the change.',
    })
    assert.equal(registry.update('first', next, { expectedVersion: '1.1.0' }).definition.version, '1.2.0')
  })

  it('does not bring back a tool that was removed while its change was read', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    const change = {
      ...makeDefinition('first'),
      get description() {
        registry.unregister('first')
        return 'Better'
      },
    }
    const outcome = registry.tryUpdate('first', change)
    assert.ok(!outcome.ok)
    assert.equal(outcome.error.code, 'REGISTER_NOT_FOUND')
    assert.equal(registry.has('first'), false)
  })
})

describe('unregister', () => {
  it('gives the removed tool, or undefined', () => {
    const registry = createRegistry()
    const tool = registry.register(makeTool('first'))
    assert.equal(registry.unregister('first'), tool)
    assert.equal(registry.unregister('first'), undefined)
    assert.equal(registry.version, 2)
  })
})

describe('enable and disable', () => {
  it('say whether the tool exists', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    assert.equal(registry.disable('first'), true)
    assert.equal(registry.disable('first'), true)
    assert.equal(registry.enable('first'), true)
    assert.equal(registry.enable('second'), false)
    assert.equal(registry.version, 3)
  })

  it('leave a disabled tool out of what models are offered, and nowhere else', () => {
    const registry = createRegistry()
    registry.registerAll([makeTool('first'), makeTool('second')])
    const held = registry.get('first')
    registry.disable('first')
    assert.deepEqual(
      registry.enabled().map((tool) => tool.definition.name),
      ['second'],
    )
    assert.doesNotMatch(registry.describe(), /first/)
    assert.equal(registry.get('first')?.definition.enabled, false)
    assert.equal(held?.definition.enabled, true)
    assert.equal(registry.size, 2)
    assert.ok(Object.isFrozen(registry.get('first')?.definition))
  })
})
