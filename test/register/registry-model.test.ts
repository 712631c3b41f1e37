import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createRegistry } from '../../src/register/registry.ts'
import { makeDefinition, makeTool } from './make-tool.ts'

const NAMES = ['alpha', 'beta', 'gamma', 'delta']

const command = fc.record({
  kind: fc.constantFrom('register', 'registerAll', 'update', 'unregister', 'enable', 'disable'),
  name: fc.constantFrom(...NAMES),
  other: fc.constantFrom(...NAMES),
  description: fc.constantFrom('one', 'two', 'three'),
})

interface Held {
  description: string
  enabled: boolean
}

describe('any sequence of changes', () => {
  it('leaves the registry equal to a plain map, and no snapshot ever changes', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const registry = createRegistry()
        const model = new Map<string, Held>()
        const taken: { snapshot: ReturnType<typeof registry.snapshot>; text: string; version: number }[] = []
        for (const { kind, name, other, description } of commands) {
          const held = model.get(name)
          const versionBefore = registry.version
          const textBefore = JSON.stringify([...model])
          switch (kind) {
            case 'register':
              assert.equal(registry.tryRegister(makeTool(name, { description })).ok, held === undefined)
              if (held === undefined) model.set(name, { description, enabled: true })
              break
            case 'registerAll': {
              const isFree = held === undefined && !model.has(other) && name !== other
              const addBoth = () => registry.registerAll([makeTool(name, { description }), makeTool(other)])
              if (!isFree) assert.throws(addBoth, { code: 'REGISTER_NAME_TAKEN' })
              else {
                addBoth()
                model.set(name, { description, enabled: true })
                model.set(other, { description: `Does ${other}`, enabled: true })
              }
              break
            }
            case 'update':
              assert.equal(
                registry.tryUpdate(name, makeDefinition(name, { description })).ok,
                held !== undefined,
              )
              if (held !== undefined) model.set(name, { description, enabled: true })
              break
            case 'unregister':
              assert.equal(registry.unregister(name)?.definition.description, held?.description)
              model.delete(name)
              break
            case 'enable':
            case 'disable':
              assert.equal(registry[kind](name), held !== undefined)
              if (held !== undefined) model.set(name, { ...held, enabled: kind === 'enable' })
              break
          }
          const actual = registry
            .snapshot()
            .tools.map(({ definition }) => [
              definition.name,
              { description: definition.description, enabled: definition.enabled },
            ])
          assert.deepEqual(actual, [...model])
          assert.equal(registry.size, model.size)
          for (const each of NAMES) assert.equal(registry.has(each), model.has(each))
          const names = [...model].filter(([, { enabled }]) => enabled).map(([each]) => each)
          assert.deepEqual(
            registry.enabled().map((tool) => tool.definition.name),
            names,
          )
          if (JSON.stringify([...model]) !== textBefore) assert.ok(registry.version > versionBefore)
          const snapshot = registry.snapshot()
          taken.push({ snapshot, text: JSON.stringify(snapshot.tools), version: registry.version })
        }
        for (const { snapshot, text, version } of taken) {
          assert.equal(JSON.stringify(snapshot.tools), text)
          assert.equal(snapshot.version, version)
        }
      }),
      { numRuns: 100 },
    )
  })
})
