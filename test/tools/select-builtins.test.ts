import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolwright, type ToolwrightOptions } from '../../src/index.ts'
import { builtinTools } from '../../src/tools/builtin-tools.ts'

const namesOf = (options: ToolwrightOptions) =>
  createToolwright(options)
    .registry.list()
    .map(({ name }) => name)
const FILE_TOOLS = ['read_file', 'list_directory', 'grep_search', 'write_file', 'edit_code']
const ALL = [...FILE_TOOLS, 'run_command', 'web_fetch', 'web_search']

describe('the built-in tools', () => {
  it('are none unless asked for', () => {
    assert.deepEqual(namesOf({}), [])
    assert.deepEqual(namesOf({ builtins: false }), [])
  })

  it('are those of the tier', () => {
    assert.deepEqual(namesOf({ builtins: true }), ALL)
    assert.deepEqual(namesOf({ builtins: true, tier: 'teams' }), ALL)
    assert.deepEqual(namesOf({ builtins: true, tier: 'core' }), FILE_TOOLS)
    assert.deepEqual(namesOf({ builtins: true, tier: 'writer_pro' }), FILE_TOOLS)
  })

  it('may be chosen by name', () => {
    assert.deepEqual(namesOf({ builtins: ['web_fetch', 'read_file'] }), ['read_file', 'web_fetch'])
    assert.throws(() => namesOf({ builtins: ['read_fil'] as never }), {
      code: 'OPTION_INVALID',
      message: 'There is no built-in tool `read_fil`. Did you mean `read_file`?',
    })
    assert.throws(() => namesOf({ builtins: ['run_command'], tier: 'core' }), {
      code: 'TIER_BUILTIN_LIMIT',
      message: /tier `core` has the built-in tools read_file.*Tier `teams`/,
    })
  })

  it('keep their names also where the tier hides them, and cannot be changed', () => {
    const { registry } = createToolwright({ builtins: true, tier: 'writer_pro' })
    const own = { ...builtinTools()[6], implementation: { kind: 'closure', run: () => 1 } }
    const outcome = registry.tryRegister(own)
    assert.equal(outcome.ok ? '' : outcome.error.code, 'REGISTER_BUILTIN_PROTECTED')
    assert.throws(() => registry.unregister('read_file'), { code: 'REGISTER_BUILTIN_PROTECTED' })
    assert.equal(registry.disable('read_file'), true)
  })

  it('have these parameters, dangers, permissions and categories', () => {
    const table = builtinTools().map(({ definition }) => {
      const { properties, required } = definition.inputSchema as { properties: object; required?: string[] }
      const parameters = Object.keys(properties).map(
        (name) => `${name}${required?.includes(name) === true ? '' : '?'}`,
      )
      const { name, dangerLevel, category, requiredPermissions, version, constraints } = definition
      const effects = constraints?.allowSideEffects === false ? 'pure' : 'effects'
      return [
        name,
        parameters.join(' '),
        dangerLevel,
        category,
        requiredPermissions.join(),
        version,
        effects,
      ].join(' | ')
    })
    assert.deepEqual(table, [
      'read_file | path max_lines? start_line? | safe | file_system | tool.filesystem.read | 1.0.0 | pure',
      'list_directory | path recursive? include_hidden? | safe | file_system | tool.filesystem.read | 1.0.0 | pure',
      'grep_search | pattern path case_insensitive? file_pattern? | safe | file_system | tool.filesystem.read | 1.0.0 | pure',
      'write_file | path content create_dirs? | medium | file_system | tool.filesystem.write | 1.0.0 | effects',
      'edit_code | path old_content new_content | medium | file_system | tool.filesystem.write | 1.0.0 | effects',
      'run_command | command working_dir? timeout_secs? | high | code_execution | tool.process.run | 1.0.0 | effects',
      'web_fetch | url max_bytes? | low | network | tool.network.fetch | 1.0.0 | pure',
      'web_search | query max_results? | safe | network | tool.network.fetch | 1.0.0 | pure',
    ])
  })
})
