import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import {
  createRegistry,
  createToolwright,
  defineTool,
  readCall,
  validateArguments,
  validateDefinition,
  validateResult,
} from '../../src/index.ts'
import { codeOf, expectResult, openTool } from './expect-value.ts'

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  'then',
  'toJSON',
]

const INHERITED = Reflect.ownKeys(Object.prototype)
const METHODS = INHERITED.map((key) => Object.getOwnPropertyDescriptor(Object.prototype, key))

/** JSON.parse, unlike a literal, makes `__proto__` a property of its own. */
const own = (name: string, value: unknown): Record<string, unknown> =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)

function definitionWith(name: string) {
  const validation = validateDefinition({
    name: 'probe',
    description: 'Probes',
    inputSchema: {
      type: 'object',
      properties: own(name, { type: 'integer' }),
      required: [name],
      additionalProperties: false,
    },
  })
  assert.ok(validation.ok, JSON.stringify(validation))
  return validation.definition
}

describe('names that every object has', () => {
  afterEach(() => {
    assert.deepEqual(Reflect.ownKeys(Object.prototype), INHERITED)
    assert.deepEqual(
      INHERITED.map((key) => Object.getOwnPropertyDescriptor(Object.prototype, key)),
      METHODS,
    )
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  for (const name of NAMES) {
    it(`finds no tool, no option and no registry entry by the name ${name}`, async () => {
      const tw = createToolwright({ tools: [openTool(() => 'ran')] })
      const [single] = await tw.executeBatch([{ id: name, name, arguments: '{}' }])
      assert.equal(single && codeOf(expectResult(single)), 'TOOL_NOT_FOUND')
      const registry = createRegistry()
      assert.equal(registry.get(name), undefined)
      assert.equal(registry.has(name), false)
      assert.equal(registry.unregister(name), undefined)
      assert.equal(registry.disable(name), false)
    })

    it(`demands, takes and checks a property ${name}`, () => {
      const definition = definitionWith(name)
      const missing = validateArguments(definition, '{}')
      assert.equal(missing.ok, false)
      const wrong = validateArguments(definition, JSON.stringify(own(name, 'x')))
      assert.equal(wrong.ok, false)
      for (const given of [own(name, 5), JSON.stringify(own(name, 5)), own(name, '5')]) {
        const right = validateArguments(definition, given)
        assert.ok(right.ok, JSON.stringify(right))
        assert.ok(Object.hasOwn(right.value, name))
        assert.equal(JSON.stringify(right.value), `{"${name}":5}`)
        assert.equal(Object.getPrototypeOf(right.value), Object.prototype)
      }
    })

    it(`refuses an argument ${name} that the schema does not know`, () => {
      const validation = validateDefinition({
        name: 'probe',
        description: 'Probes',
        inputSchema: { type: 'object', properties: { a: {} }, additionalProperties: false },
      })
      assert.ok(validation.ok)
      assert.equal(validateArguments(validation.definition, JSON.stringify(own(name, 1))).ok, false)
      assert.equal(validateArguments(validation.definition, own(name, { polluted: 1 })).ok, false)
    })

    it(`fills in a default for ${name}, and takes it as an enum value`, () => {
      const validation = validateDefinition({
        name: 'probe',
        description: 'Probes',
        inputSchema: { type: 'object', properties: own(name, { enum: [name, 'b'], default: name }) },
      })
      assert.ok(validation.ok, JSON.stringify(validation))
      const checked = validateArguments(validation.definition, '{}')
      assert.ok(checked.ok)
      assert.equal(JSON.stringify(checked.value), JSON.stringify(own(name, name)))
      assert.equal(validateArguments(validation.definition, own(name, 'toLocaleString')).ok, false)
    })

    it(`gives an output with the key ${name} back as it is`, async () => {
      const tw = createToolwright({ tools: [openTool(() => own(name, { polluted: 1 }))] })
      const result = expectResult(await tw.execute({ id: '1', name: 'probe', arguments: '{}' }))
      assert.equal(result.content.type, 'json')
      assert.equal(
        JSON.stringify(result.content.type === 'json' ? result.content.value : undefined),
        `{"${name}":{"polluted":1}}`,
      )
      const map = createToolwright({ tools: [openTool(() => new Map([[name, { polluted: 1n }]]))] })
      const fromMap = expectResult(await map.execute({ id: '1', name: 'probe', arguments: '{}' }))
      assert.equal(
        JSON.stringify(fromMap.content.type === 'json' ? fromMap.content.value : undefined),
        `{"${name}":{"polluted":1}}`,
      )
    })

    it(`checks an output for the property ${name}`, () => {
      const validation = validateDefinition({
        name: 'probe',
        description: 'Probes',
        parameters: [],
        outputSchema: { type: 'object', properties: {}, required: [name] },
      })
      assert.ok(validation.ok)
      assert.equal(validateResult(validation.definition, {}).ok, false)
      assert.equal(validateResult(validation.definition, own(name, 1)).ok, true)
    })

    it(`answers a definition with ${name} in every place`, () => {
      for (const place of ['metadata', 'constraints', 'origin', 'inputSchema', 'parameters', 'category']) {
        const validation = validateDefinition({
          name: 'probe',
          description: 'Probes',
          parameters: [],
          [place]: place === 'category' ? name : own(name, { polluted: 1 }),
        })
        assert.equal(validation.ok, place === 'metadata', place)
      }
      assert.equal(validateDefinition(own(name, 1)).ok, false)
    })

    it(`reads no argument ${name} that was not sent`, () => {
      const reader = readCall({ id: '1', name: 'probe', arguments: '{}' })
      assert.equal(reader.has(name), false)
      assert.equal(reader.getOptionalString(name), undefined)
      const sent = readCall({ id: '1', name: 'probe', arguments: JSON.stringify(own(name, 'x')) })
      assert.equal(sent.getString(name), 'x')
    })

    it(`keeps callers and conversations named ${name} apart from nothing`, async () => {
      const asked: string[] = []
      const risky = defineTool({
        name: 'risky',
        description: 'Needs approval',
        input: [],
        dangerLevel: 'medium',
        run: () => 'ran',
      })
      const tw = createToolwright({
        tools: [risky],
        approve: (request) => {
          asked.push(request.callId)
          return 'approve'
        },
      })
      const options = { conversationId: name, caller: { id: name, permissions: [name] } }
      const result = await tw.execute({ id: name, name: 'risky', arguments: '{}' }, options)
      assert.equal(codeOf(expectResult(result)), undefined)
      assert.deepEqual(asked, [name])
      tw.forgetApprovals(name)
    })
  }
})
