import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { defineCodeTool, defineCommandTool, defineModuleTool } from '../../src/author/define-isolated-tool.ts'
import { createRegistry } from '../../src/register/registry.ts'

const base = {
  name: 'count_words',
  description: 'Counts words',
  input: [{ name: 'text', type: 'string', required: true }],
} as const

describe('a tool that runs outside this process', () => {
  it('is an export of a file, given as a path or as an address', () => {
    const byPath = defineModuleTool({ ...base, file: '/app/tools.ts', exportName: 'countWords' })
    assert.deepEqual(byPath.implementation, {
      kind: 'module',
      file: '/app/tools.ts',
      exportName: 'countWords',
    })
    const byUrl = defineModuleTool({ ...base, file: new URL('file:///app/my%20tools.ts') })
    assert.deepEqual(byUrl.implementation, { kind: 'module', file: '/app/my tools.ts' })
    assert.equal(byPath.definition.dangerLevel, 'safe')
  })

  it('is code or a command, of high danger unless its author says otherwise', () => {
    const code = defineCodeTool({ ...base, code: 'return args.text.length' })
    const command = defineCommandTool({ ...base, argv: ['wc', '-w'], stdin: '{text}', dangerLevel: 'low' })
    assert.deepEqual(code.implementation, { kind: 'code', code: 'return args.text.length' })
    assert.deepEqual(command.implementation, { kind: 'command', argv: ['wc', '-w'], stdin: '{text}' })
    assert.deepEqual([code.definition.dangerLevel, command.definition.dangerLevel], ['high', 'low'])
  })

  it('takes any schema, and is registered as it is', () => {
    const tool = defineCodeTool({ ...base, input: z.object({ text: z.string() }), code: 'return 1' })
    assert.equal(createRegistry().register(tool), tool)
    assert.ok(Object.isFrozen(tool.implementation))
  })

  it('is refused without what runs it, with the reason', () => {
    const cases: [() => unknown, RegExp][] = [
      [() => defineModuleTool({ ...base, file: 'tools.ts' }), /`file` must be the absolute path of a file/],
      [
        () => defineModuleTool({ ...base } as never),
        /`file` must be the absolute path of a file, not nothing/,
      ],
      [() => defineCodeTool({ ...base, code: '' }), /`code` must be JavaScript as text/],
      [() => defineCommandTool({ ...base, argv: [] }), /`argv` must be a list of texts/],
      [() => defineCommandTool({ ...base, argv: ['{text}'] }), /the program first and without `{…}`/],
      [() => defineCommandTool({ ...base, argv: 'wc -w' as never }), /`argv` must be a list of texts/],
    ]
    for (const [define, message] of cases) {
      assert.throws(define, (error: Error & { code?: string }) => {
        assert.equal(error.code, 'DEFINE_IMPLEMENTATION_MISSING')
        assert.match(error.message, message)
        return true
      })
    }
  })

  it('names every other problem of the definition as well', () => {
    assert.throws(() => defineCodeTool({ ...base, name: 'countWords', code: '', version: '1' }), {
      code: 'DEFINE_INVALID',
    })
  })

  it('may use its own parameters only', () => {
    const message =
      'The command of tool `count_words` uses `file`, which is none of its parameters. It has text.'
    for (const config of [
      { argv: ['wc', '{file}'] },
      { argv: ['wc'], stdin: 'a {file}' },
      { argv: ['wc'], workingDirectoryFrom: 'file' },
      { argv: ['wc'], timeoutSecondsFrom: 'file' },
    ]) {
      assert.throws(() => defineCommandTool({ ...base, ...config }), { message })
    }
  })

  it('never runs code below strict', () => {
    assert.throws(
      () => defineCodeTool({ ...base, code: 'return 1', constraints: { isolation: 'standard' } }),
      {
        code: 'DEFINE_ISOLATION_TOO_LOW',
      },
    )
  })
})
