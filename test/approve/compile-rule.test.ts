import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileRules, compileRule } from '../../src/approve/compile-rule.ts'
import type { Rule, RuleSubject } from '../../src/approve/rule.ts'
import type { DefinitionDraft } from '../../src/define/create-definition.ts'
import { ToolwrightError } from '../../src/errors/toolwright-error.ts'
import { definitionWith } from './samples.ts'

function matches(
  conditions: Partial<Rule>,
  subject: Omit<RuleSubject, 'definition' | 'arguments'> & {
    draft?: Partial<DefinitionDraft>
    arguments?: object
  } = {},
): boolean {
  const { draft, arguments: args = {}, ...rest } = subject
  const rule = compileRule({ name: 'r', effect: 'deny', ...conditions })
  return rule.matches({ definition: definitionWith(draft), arguments: { ...args }, ...rest })
}

describe('the conditions of a rule', () => {
  it('matches a tool by name, glob or list', () => {
    assert.equal(matches({ tool: 'write_file' }), true)
    assert.equal(matches({ tool: 'write_*' }), true)
    assert.equal(matches({ tool: ['read_*', '*_file'] }), true)
    assert.equal(matches({ tool: ['read_*', 'list_*'] }), false)
  })

  it('matches a category', () => {
    assert.equal(matches({ category: 'file_system' }), true)
    assert.equal(matches({ category: ['network', 'database'] }), false)
  })

  it('matches a danger level and above to ask or deny', () => {
    assert.equal(matches({ effect: 'ask', dangerLevel: 'medium' }), true)
    assert.equal(matches({ dangerLevel: 'medium' }, { draft: { dangerLevel: 'critical' } }), true)
    assert.equal(matches({ dangerLevel: 'medium' }, { draft: { dangerLevel: 'low' } }), false)
    assert.equal(matches({ dangerLevel: 'critical' }, { draft: { dangerLevel: 'unknown' as 'low' } }), true)
  })

  it('matches a danger level and below to allow', () => {
    assert.equal(matches({ effect: 'allow', dangerLevel: 'medium' }, { draft: { dangerLevel: 'low' } }), true)
    assert.equal(matches({ effect: 'allow', dangerLevel: 'low' }), false)
    assert.equal(
      matches({ effect: 'allow', dangerLevel: 'low' }, { draft: { dangerLevel: 'unknown' as 'low' } }),
      false,
    )
  })

  it('matches a caller by id; the host itself has none', () => {
    assert.equal(matches({ caller: 'agent-*' }, { caller: { id: 'agent-7' } }), true)
    assert.equal(matches({ caller: 'agent-*' }, { caller: { id: 'person' } }), false)
    assert.equal(matches({ caller: '*' }), false)
  })

  it('matches any required permission to deny, but needs all of them to allow', () => {
    const draft = { requiredPermissions: ['tool.filesystem.read', 'tool.network.fetch'] }
    assert.equal(matches({ permission: 'tool.filesystem.*' }, { draft }), true)
    assert.equal(matches({ effect: 'allow', permission: 'tool.filesystem.*' }, { draft }), false)
    assert.equal(
      matches({ effect: 'allow', permission: ['tool.filesystem.*', 'tool.network.*'] }, { draft }),
      true,
    )
    assert.equal(matches({ effect: 'allow', permission: '*' }), false)
  })

  it('needs every condition to hold', () => {
    assert.equal(matches({ tool: 'write_file', category: 'network' }), false)
    assert.equal(
      matches(
        { tool: 'write_file', arguments: { path: '/etc/*', mode: 'w' } },
        { arguments: { path: '/etc/a' } },
      ),
      false,
    )
  })
})

describe('argument patterns', () => {
  const etc = { arguments: { path: '/etc/*' } }

  it('matches text, numbers, booleans and null as text', () => {
    assert.equal(matches(etc, { arguments: { path: '/etc/passwd' } }), true)
    assert.equal(matches({ arguments: { count: '1*' } }, { arguments: { count: 100 } }), true)
    assert.equal(
      matches({ arguments: { count: '9007199254740993' } }, { arguments: { count: 9007199254740993n } }),
      true,
    )
    assert.equal(matches({ arguments: { force: 'true' } }, { arguments: { force: true } }), true)
    assert.equal(matches({ arguments: { force: 'null' } }, { arguments: { force: null } }), true)
  })

  it('does not match an argument that is missing, inherited or undefined', () => {
    assert.equal(matches(etc), false)
    assert.equal(matches({ arguments: { 'constructor.name': '*' } }), false)
    assert.equal(matches({ arguments: { path: '*' } }, { arguments: { path: undefined } }), false)
    assert.equal(matches({ arguments: { 'path.length': '*' } }, { arguments: { path: [] } }), false)
  })

  it('follows a dotted path, with `\\.` for a dot in a name', () => {
    assert.equal(
      matches({ arguments: { 'options.path': '/etc/*' } }, { arguments: { options: { path: '/etc/a' } } }),
      true,
    )
    assert.equal(
      matches({ arguments: { 'options.path': '/etc/*' } }, { arguments: { options: 'text' } }),
      false,
    )
    assert.equal(matches({ arguments: { [String.raw`a\.b`]: 'x' } }, { arguments: { 'a.b': 'x' } }), true)
  })

  it('looks into lists, and at one place of a list by its index', () => {
    const files = { arguments: { files: [{ path: '/tmp/a' }, { path: '/etc/b' }] } }
    assert.equal(matches({ arguments: { 'files.path': '/etc/*' } }, files), true)
    assert.equal(matches({ arguments: { 'files.1.path': '/etc/*' } }, files), true)
    assert.equal(matches({ arguments: { 'files.0.path': '/etc/*' } }, files), false)
  })

  it('matches any value below the path to deny, but needs all of them to allow', () => {
    const mixed = { arguments: { path: ['/tmp/a', { deep: '/etc/b' }] } }
    assert.equal(matches(etc, mixed), true)
    assert.equal(matches({ effect: 'allow', arguments: { path: '/tmp/*' } }, mixed), false)
    assert.equal(matches({ effect: 'allow', arguments: { path: '/*' } }, mixed), true)
    assert.equal(matches({ effect: 'allow', arguments: { path: '*' } }, { arguments: { path: [] } }), false)
  })

  it('comes to the strict end on arguments that never end', () => {
    const endless: Record<string, unknown> = {}
    endless['path'] = [endless, endless]
    assert.equal(matches({ arguments: { path: 'x' } }, { arguments: endless }), true)
    assert.equal(matches({ effect: 'allow', arguments: { path: 'x' } }, { arguments: endless }), false)
  })
})

describe('regular expressions in argument patterns', () => {
  const shell = { arguments: { command: { pattern: 'rm|sudo' } } }

  it('finds them anywhere to deny, but wants the whole text to allow', () => {
    assert.equal(matches(shell, { arguments: { command: 'please sudo ls' } }), true)
    assert.equal(matches(shell, { arguments: { command: 'ls' } }), false)
    const allow = { effect: 'allow', arguments: { url: { pattern: 'https://a|https://b/.*' } } } as const
    assert.equal(matches(allow, { arguments: { url: 'https://b/x' } }), true)
    assert.equal(matches(allow, { arguments: { url: 'http://evil/?https://a' } }), false)
    assert.equal(matches(allow, { arguments: { url: 'https://a.evil' } }), false)
  })

  it('gives the same answer each time it is asked', () => {
    const rule = compileRule({ name: 'r', effect: 'deny', ...shell })
    const subject = { definition: definitionWith(), arguments: { command: 'sudo' } }
    assert.deepEqual(
      [rule.matches(subject), rule.matches(subject), rule.matches(subject)],
      [true, true, true],
    )
  })

  it('refuses what is none, what could run for ever, and unknown fields', () => {
    const compile = (pattern: unknown) => () =>
      compileRule({ name: 'r', effect: 'deny', arguments: { a: pattern } })
    assert.throws(
      compile({ pattern: '(' }),
      /`rule\.arguments\.a\.pattern` is `"\("`; expected a regular expression/,
    )
    assert.throws(
      compile({ pattern: String.raw`^(?=(a+)+$)(.*)\1$` }),
      /expected a pattern that runs in linear time/,
    )
    assert.throws(compile({ pattern: 'a', flags: 'i' }), /has no field `"flags"`/)
    assert.throws(compile({}), /`rule\.arguments\.a\.pattern` is `undefined`/)
  })
})

describe('a rule that is wrong', () => {
  const good = { name: 'r', effect: 'deny', tool: '*' }
  const cases: [what: string, rule: unknown, message: RegExp][] = [
    ['that is no object', 'deny', /`rule` is `"deny"`; expected an object/],
    ['without a name', { ...good, name: ' ' }, /`rule\.name` is `" "`; expected a text/],
    [
      'with an unknown effect',
      { ...good, effect: 'denny' },
      /one of `allow`, `ask`, `deny`\. Did you mean `deny`\?/,
    ],
    ['with an effect of another type', { ...good, effect: 1 }, /`rule\.effect` is `1`.*Choose one of them/],
    [
      'with a misspelt field',
      { ...good, danger_level: 'high' },
      /no field `"danger_level"`.*Did you mean `dangerLevel`\?/,
    ],
    ['with a field like no other', { ...good, xyzzy: 1 }, /no field `"xyzzy"`.*Remove it/],
    ['without a condition', { name: 'r', effect: 'deny' }, /at least one condition\. Write `tool: '\*'`/],
    [
      'whose tool cannot be a name',
      { ...good, tool: 'Read?' },
      /Tool names are snake_case; only `\*` is a wildcard/,
    ],
    ['with an empty list', { ...good, tool: [] }, /at least one entry/],
    ['with a list that holds no text', { ...good, tool: [1] }, /`rule\.tool` is `1`/],
    ['with an unknown category', { ...good, category: 'file_sytem' }, /Did you mean `file_system`\?/],
    ['with an unknown level', { ...good, dangerLevel: 'hihg' }, /one of `safe`, `low`/],
    [
      'that allows high',
      { ...good, effect: 'allow', dangerLevel: 'high' },
      /Nothing lifts the question for high and critical/,
    ],
    ['with half a wildcard', { ...good, permission: 'tool.file*' }, /A `\*` stands for a whole segment/],
    ['with an empty segment', { ...good, permission: 'tool..read' }, /expected a permission such as/],
    ['with no argument named', { ...good, arguments: {} }, /at least one argument/],
    [
      'with a list of arguments',
      { ...good, arguments: ['path'] },
      /`rule\.arguments` is `a list`; expected an object/,
    ],
    ['with an empty path segment', { ...good, arguments: { 'a..b': '*' } }, /expected a dotted path/],
    ['with a pattern of another type', { ...good, arguments: { path: 5 } }, /`rule\.arguments\.path` is `5`/],
    ['with a pattern past the limit', { ...good, caller: 'x'.repeat(1_025) }, /at most 1024 characters/],
    [
      'with a shadow that is no flag',
      { ...good, shadow: 'yes' },
      /`rule\.shadow` is `"yes"`; expected `true` or `false`/,
    ],
    ['with an empty reason', { ...good, reason: '' }, /`rule\.reason` is `""`/],
  ]
  for (const [what, rule, message] of cases) {
    it(`${what} is refused with the cure`, () => {
      assert.throws(
        () => compileRule(rule),
        (error) =>
          ToolwrightError.is(error, 'OPTION_INVALID') && message.test(error.message) && error.hint !== '',
      )
    })
  }
})

describe('compileRules', () => {
  const rule = { name: 'r', effect: 'deny', tool: '*' } as const

  it('takes a list of rules or an object', () => {
    assert.deepEqual(
      compileRules([rule]).map(({ name, shadow }) => [name, shadow]),
      [['r', false]],
    )
    assert.deepEqual(
      compileRules({ rules: [rule] }).map(({ shadow }) => shadow),
      [false],
    )
  })

  it('puts every rule of a shadow policy in shadow mode', () => {
    const rules = compileRules({ rules: [rule, { ...rule, name: 's', shadow: false }], shadow: true })
    assert.deepEqual(
      rules.map(({ shadow }) => shadow),
      [true, true],
    )
  })

  it('keeps what it was given, whatever happens to it afterwards', () => {
    const given = { ...rule, tool: ['write_*'] }
    const [compiled] = compileRules([given])
    given.tool[0] = 'read_*'
    assert.equal(compiled?.matches({ definition: definitionWith(), arguments: {} }), true)
  })

  it('refuses two rules of one name, unknown fields and what is no policy', () => {
    assert.throws(() => compileRules([rule, rule]), /`rules\[1\]\.name` is `"r"`.*rename one/)
    assert.throws(() => compileRules({ rules: [], shadows: true } as object as []), /Did you mean `shadow`\?/)
    assert.throws(() => compileRules({ rules: 'none' } as object as []), /`policy\.rules` is `"none"`/)
    assert.throws(() => compileRules(null as unknown as []), /`policy` is `null`/)
  })
})
