import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../../src/author/define-tool.ts'
import type { Tool } from '../../src/define/tool.ts'
import { createRegistry } from '../../src/register/registry.ts'
import { followSource, type LiveSource } from '../../src/sources/follow-source.ts'

const tool = (name: string, description = `Does ${name}`): Tool =>
  defineTool({ name, description, input: [], run: () => name })

function fakeSource(first: readonly Tool[]): LiveSource & { become(tools: readonly Tool[]): void } {
  let tools = first
  const listeners = new Set<() => void>()
  return {
    source: 'mcp:demo',
    tools: () => tools,
    on(_event, listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become(next) {
      tools = next
      for (const listener of listeners) listener()
    },
  }
}

const namesOf = (registry: { list(): { name: string }[] }): string[] =>
  registry.list().map(({ name }) => name)

describe('followSource', () => {
  it('keeps a registry in step', () => {
    const registry = createRegistry()
    const [stay, go] = [tool('stay'), tool('go')]
    const source = fakeSource([stay, go, tool('grow')])
    followSource(registry, source)
    assert.deepEqual(namesOf(registry), ['stay', 'go', 'grow'])
    assert.equal(registry.info('stay')?.source, 'mcp:demo')
    const { revision } = registry.info('stay')!
    source.become([stay, tool('grow', 'Does more'), tool('come')])
    assert.deepEqual(namesOf(registry).sort(), ['come', 'grow', 'stay'])
    assert.equal(registry.get('grow')?.definition.description, 'Does more')
    assert.equal(registry.info('stay')?.revision, revision)
  })

  it('leaves off what a person has switched off', () => {
    const registry = createRegistry()
    const source = fakeSource([tool('one')])
    followSource(registry, source)
    registry.disable('one')
    source.become([tool('one', 'Does more')])
    assert.equal(registry.get('one')?.definition.description, 'Does more')
    assert.equal(registry.get('one')?.definition.enabled, false)
  })

  it('tells what the registry refuses, and touches nothing of others', () => {
    const registry = createRegistry()
    registry.register(tool('taken', 'Of the host'))
    const source = fakeSource([tool('taken'), tool('free')])
    const followed = followSource(registry, source)
    assert.deepEqual(
      followed.problems().map(({ code }) => code),
      ['REGISTER_NAME_TAKEN'],
    )
    assert.equal(registry.get('taken')?.definition.description, 'Of the host')
    source.become([])
    assert.deepEqual(namesOf(registry), ['taken'])
    assert.deepEqual(followed.problems(), [])
  })

  it('takes its tools out when it ends', () => {
    const registry = createRegistry()
    const source = fakeSource([tool('one')])
    const followed = followSource(registry, source)
    followed.stop()
    assert.deepEqual(namesOf(registry), [])
    source.become([tool('two')])
    assert.deepEqual(namesOf(registry), [])
  })
})
