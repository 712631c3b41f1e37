import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createRegistry,
  createToolwright,
  defineTool,
  definitionToJson,
  hashDefinition,
  implement,
  validateArguments,
  validateDefinition,
  validateResult,
} from '../../src/index.ts'

const tool = defineTool({ name: 'echo', description: 'Says it again', input: [], run: () => 'x' })
const asDefinition = tool as never

describe('a whole tool in place of its definition', () => {
  const refusal = { code: 'OPTION_INVALID', message: 'This is a tool; give its `definition`.' }

  it('is refused, with the cure', () => {
    assert.throws(() => hashDefinition(asDefinition), refusal)
    assert.throws(() => definitionToJson(asDefinition), refusal)
    assert.throws(() => validateResult(asDefinition, 1), refusal)
    assert.throws(() => implement(asDefinition, () => 1), refusal)
    const checked = validateArguments(asDefinition, '{}')
    assert.equal(!checked.ok && checked.error.code, 'OPTION_INVALID')
  })

  it('and a definition in place of a tool, likewise', () => {
    assert.throws(() => createRegistry().register(tool.definition as never), /implement\(definition, run\)/)
  })
})

describe('a misspelt name', () => {
  it('of an event or a tier is refused, with the right ones', () => {
    const tw = createToolwright()
    assert.throws(
      () => tw.on('call-finish' as never, () => undefined),
      /Toolwright has no event `call-finish`/,
    )
    assert.throws(() => tw.once('call-finished', undefined as never), /must be a function/)
    assert.throws(() => tw.registry.on('tool-added' as never, () => undefined), /The registry has no event/)
    const validation = validateDefinition(tool.definition, { tier: 'cor' as never })
    assert.deepEqual(!validation.ok && validation.problems, [
      {
        path: '',
        code: 'OPTION_INVALID',
        message: 'unknown tier `cor`',
        hint: 'Choose one of core, writer_pro, teams, enterprise.',
      },
    ])
  })
})

describe('a filter', () => {
  it('that is misspelt is refused: it would find every tool', () => {
    const registry = createRegistry()
    assert.throws(() => registry.filter({ categroy: 'network' } as never), /Did you mean `category`\?/)
    assert.throws(() => registry.filter({ tag: 5 } as never), /must be a text or a list of texts/)
  })
})
