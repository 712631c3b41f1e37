import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRegistry } from '../../src/register/registry.ts'
import { createSnapshot } from '../../src/register/snapshot.ts'
import { createToolTable } from '../../src/register/tool-table.ts'
import { makeTool } from './make-tool.ts'

describe('snapshot', () => {
  it('is the same object until the next change', () => {
    const registry = createRegistry()
    registry.register(makeTool('first'))
    const snapshot = registry.snapshot()
    assert.equal(registry.snapshot(), snapshot)
    assert.equal(registry.enabled(), snapshot.enabled)
    registry.tryRegister(makeTool('first'))
    registry.unregister('nobody')
    registry.enable('first')
    assert.equal(registry.snapshot(), snapshot)
    registry.register(makeTool('second'))
    assert.notEqual(registry.snapshot(), snapshot)
  })

  it('does not see later changes', () => {
    const registry = createRegistry()
    const first = registry.register(makeTool('first'))
    const snapshot = registry.snapshot()
    registry.disable('first')
    registry.register(makeTool('second'))
    registry.unregister('first')
    assert.equal(snapshot.version, 1)
    assert.deepEqual(snapshot.tools, [first])
    assert.equal(snapshot.get('first'), first)
    assert.equal(snapshot.get('second'), undefined)
    assert.deepEqual(snapshot.enabled, [first])
  })

  it('cannot be changed', () => {
    const snapshot = createSnapshot(1, [makeTool('first')])
    assert.ok(Object.isFrozen(snapshot))
    assert.throws(() => (snapshot.tools as unknown[]).push(1), TypeError)
    assert.throws(() => (snapshot.enabled as unknown[]).push(1), TypeError)
  })

  it('describes its tools once', () => {
    const snapshot = createSnapshot(1, [makeTool('first')])
    assert.equal(snapshot.describe(), '- first: Does first\n  - city (string, required): Where')
    assert.equal(snapshot.describe(), snapshot.describe())
  })

  it('is copied when it is read, not when tools are added', (test) => {
    const registry = createRegistry()
    const copy = test.mock.method(Array, 'from')
    const copies = (): number =>
      copy.mock.calls.filter(
        ({ arguments: [source] }) => Object.prototype.toString.call(source) === '[object Map Iterator]',
      ).length
    for (let index = 0; index < 10_000; index++) registry.register(makeTool(`tool_${index}`))
    assert.equal(copies(), 0)
    const snapshot = registry.snapshot()
    registry.list()
    registry.enabled()
    registry.describe()
    assert.equal(copies(), 1)
    assert.equal(snapshot.tools.length, 10_000)
    assert.equal(snapshot.get('tool_9999')?.definition.name, 'tool_9999')
  })
})

describe('createToolTable', () => {
  it('drops a name that is not there without harm', () => {
    const table = createToolTable()
    table.drop('nobody')
    assert.equal(table.customCount, 0)
    assert.equal(table.countOf('system'), 0)
  })
})
