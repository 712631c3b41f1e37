import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BUILTIN_NAMES, builtinTools } from '../../src/tools/builtin-tools.ts'

const FILE_TOOLS = [
  ['read_file', 'safe', 'tool.filesystem.read', false, ['path', 'max_lines', 'start_line']],
  ['list_directory', 'safe', 'tool.filesystem.read', false, ['path', 'recursive', 'include_hidden']],
  [
    'grep_search',
    'safe',
    'tool.filesystem.read',
    false,
    ['pattern', 'path', 'case_insensitive', 'file_pattern'],
  ],
  ['write_file', 'medium', 'tool.filesystem.write', true, ['path', 'content', 'create_dirs']],
  ['edit_code', 'medium', 'tool.filesystem.write', true, ['path', 'old_content', 'new_content']],
] as const

describe('the built-in tools', () => {
  it('come in the order of their names', () => {
    const names = builtinTools({ roots: ['/'] }).map(({ definition }) => definition.name)
    assert.deepEqual(
      names,
      BUILTIN_NAMES.filter((name) => names.includes(name)),
    )
  })

  for (const [name, dangerLevel, permission, allowSideEffects, parameters] of FILE_TOOLS) {
    it(`have ${name} as it is known`, () => {
      const { definition } = builtinTools({ roots: ['/'] }).find((tool) => tool.definition.name === name)!
      assert.equal(definition.dangerLevel, dangerLevel)
      assert.equal(definition.category, 'file_system')
      assert.deepEqual(definition.requiredPermissions, [permission])
      assert.deepEqual(definition.constraints, {
        maxExecutionMs: 30_000,
        maxOutputBytes: 10_485_760,
        isolation: 'none',
        allowSideEffects,
      })
      assert.equal(definition.version, '1.0.0')
      assert.deepEqual(Object.keys(definition.inputSchema.properties ?? {}), parameters)
    })
  }

  it('name the file that they touch, and the searching ones none', () => {
    const resources = builtinTools({ roots: ['/work'] })
      .slice(0, 5)
      .map((tool) => tool.resourceOf?.({ path: './a/../b.txt' }))
    assert.deepEqual(resources, [
      'file:/work/b.txt',
      undefined,
      undefined,
      'file:/work/b.txt',
      'file:/work/b.txt',
    ])
  })
})
