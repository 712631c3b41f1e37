import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRegistry } from '../../src/register/registry.ts'
import { makeDefinition, makeTool } from './make-tool.ts'

describe('built-in tools', () => {
  it('cannot be updated or removed', () => {
    const registry = createRegistry()
    const tool = registry.register(makeTool('read_file'), { builtin: true })
    const expected = { code: 'REGISTER_BUILTIN_PROTECTED', toolName: 'read_file' }
    assert.throws(
      () => registry.update('read_file', makeDefinition('read_file', { tags: ['mine'] })),
      expected,
    )
    assert.throws(() => registry.unregister('read_file'), {
      ...expected,
      message:
        "Tool `read_file` is built in and cannot be removed. Switch it off with `disable('read_file')`, and register yours under another name.",
    })
    assert.equal(registry.get('read_file'), tool)
    assert.equal(registry.info('read_file')?.builtin, true)
    assert.equal(registry.info('read_file')?.source, 'builtin')
  })

  it('cannot be shadowed', () => {
    const registry = createRegistry()
    registry.register(makeTool('read_file'), { builtin: true })
    assert.throws(() => registry.register(makeTool('read_file')), {
      code: 'REGISTER_BUILTIN_PROTECTED',
      message:
        'Tool already exists: `read_file` is the name of a built-in tool, which cannot be shadowed. Free names: `read_file_v2`, `read_file_alt`.',
    })
  })

  it('keep their names where they are hidden', () => {
    const registry = createRegistry({ tier: 'writer_pro', reservedNames: ['run_command', 'run_command_v2'] })
    const outcome = registry.tryRegister(makeTool('run_command'))
    assert.ok(!outcome.ok)
    assert.equal(outcome.error.code, 'REGISTER_BUILTIN_PROTECTED')
    assert.deepEqual(outcome.error.details, { suggestions: ['run_command_alt', 'run_command_v3'] })
  })

  it('may take their own reserved name, once', () => {
    const registry = createRegistry({ reservedNames: ['read_file'] })
    registry.register(makeTool('read_file'), { builtin: true })
    assert.throws(() => registry.register(makeTool('read_file'), { builtin: true }), {
      code: 'REGISTER_NAME_TAKEN',
    })
  })

  it('can be disabled and enabled', () => {
    const registry = createRegistry()
    registry.register(makeTool('read_file'), { builtin: true })
    assert.equal(registry.disable('read_file'), true)
    assert.deepEqual(registry.enabled(), [])
    assert.equal(registry.info('read_file')?.builtin, true)
    assert.equal(registry.enable('read_file'), true)
  })
})

describe('closures', () => {
  it('are refused when they ask for isolation, with how to give them instead', () => {
    const tool = makeTool('resize_image', { constraints: { isolation: 'standard' } })
    assert.throws(() => createRegistry().register(tool), {
      code: 'REGISTER_CLOSURE_ISOLATED',
      message:
        'Tool `resize_image` asks for isolation `standard`, but its `run` is a closure of this program, which cannot be moved to where it would be isolated. Export the function from a file of its own and give the tool as a module, or leave `constraints.isolation` out.',
    })
  })

  it('are refused when their category takes isolation', () => {
    const tool = makeTool('eval_python', { category: 'code_execution' })
    assert.throws(() => createRegistry().register(tool), {
      code: 'REGISTER_CLOSURE_ISOLATED',
      message:
        /is of category `code_execution`, which takes isolation `strict`.* or choose another category\.$/,
    })
  })

  it('are taken with isolation none', () => {
    const tool = makeTool('add', { constraints: { isolation: 'none' } })
    assert.equal(createRegistry().register(tool).definition.name, 'add')
  })
})
