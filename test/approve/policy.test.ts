import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decide } from '../../src/approve/policy.ts'
import type { DangerLevel } from '../../src/define/danger-levels.ts'
import { inputWith } from './samples.ts'

const TABLE: [DangerLevel, { paranoid: boolean }, string, number][] = [
  ['safe', { paranoid: false }, 'run', 0],
  ['safe', { paranoid: true }, 'run', 0],
  ['low', { paranoid: false }, 'run', 0],
  ['low', { paranoid: true }, 'ask', 1],
  ['medium', { paranoid: false }, 'ask', 1],
  ['medium', { paranoid: true }, 'ask', 1],
  ['high', { paranoid: false }, 'ask', 1],
  ['high', { paranoid: true }, 'ask', 1],
  ['critical', { paranoid: false }, 'ask', 2],
  ['critical', { paranoid: true }, 'ask', 2],
]

describe('decide by danger level', () => {
  for (const [dangerLevel, { paranoid }, action, confirmations] of TABLE) {
    it(`${dangerLevel}${paranoid ? ' in paranoid mode' : ''}: ${action}, ${confirmations} confirmations`, () => {
      const decision = decide(inputWith({ draft: { dangerLevel }, paranoid }))
      assert.equal(decision.action, action)
      assert.equal(decision.confirmations, confirmations)
      assert.equal(decision.rememberable, dangerLevel === 'medium' || (dangerLevel === 'low' && paranoid))
    })
  }

  it('treats a level outside the table as critical', () => {
    const input = inputWith()
    const decision = decide({ ...input, definition: { ...input.definition, dangerLevel: 'mild' as 'low' } })
    assert.deepEqual([decision.action, decision.confirmations], ['ask', 2])
  })

  it('says why, naming the level', () => {
    assert.equal(
      decide(inputWith({ draft: { dangerLevel: 'low' }, paranoid: true })).reason,
      'danger level `low` asks in paranoid mode',
    )
    assert.equal(
      decide(inputWith({ draft: { dangerLevel: 'high' } })).reason,
      'danger level `high` always asks',
    )
  })
})

describe('decide with remembered answers', () => {
  it('runs medium without asking again', () => {
    const decision = decide(inputWith({ remembered: true }))
    assert.deepEqual([decision.action, decision.reason], ['run', 'allowed before for this conversation'])
  })

  it('runs low in paranoid mode without asking again', () => {
    assert.equal(
      decide(inputWith({ draft: { dangerLevel: 'low' }, paranoid: true, remembered: true })).action,
      'run',
    )
  })

  it('asks for high and critical all the same', () => {
    assert.equal(decide(inputWith({ draft: { dangerLevel: 'high' }, remembered: true })).confirmations, 1)
    assert.equal(decide(inputWith({ draft: { dangerLevel: 'critical' }, remembered: true })).confirmations, 2)
  })
})

describe('decide with requires-confirmation', () => {
  it('asks for a safe tool whose definition requires it', () => {
    const decision = decide(inputWith({ draft: { dangerLevel: 'safe', requiresConfirmation: true } }))
    assert.deepEqual([decision.action, decision.reason], ['ask', 'tool `write_file` requires confirmation'])
  })

  it('asks for a safe tool when the call requires it', () => {
    const decision = decide(inputWith({ draft: { dangerLevel: 'safe' }, callRequiresConfirmation: true }))
    assert.deepEqual([decision.action, decision.reason], ['ask', 'this call requires confirmation'])
  })

  it('is lifted neither by a remembered answer nor by an allow rule, and cannot be remembered', () => {
    const decision = decide(
      inputWith({
        draft: { requiresConfirmation: true },
        remembered: true,
        rules: [{ name: 'all', effect: 'allow', tool: '*' }],
      }),
    )
    assert.deepEqual([decision.action, decision.rememberable], ['ask', false])
  })
})

describe('decide with rules', () => {
  const allow = { name: 'a', effect: 'allow', tool: '*' } as const
  const ask = { name: 'b', effect: 'ask', tool: '*' } as const
  const deny = { name: 'c', effect: 'deny', tool: '*' } as const

  it('lets an allow rule run a medium tool, and names it', () => {
    const decision = decide(inputWith({ rules: [allow] }))
    assert.deepEqual([decision.action, decision.rule], ['run', 'a'])
    assert.equal(decision.reason, 'rule `a` allows this call')
  })

  it('never lets an allow rule lift high or critical', () => {
    assert.equal(decide(inputWith({ draft: { dangerLevel: 'high' }, rules: [allow] })).action, 'ask')
    assert.equal(decide(inputWith({ draft: { dangerLevel: 'critical' }, rules: [allow] })).confirmations, 2)
  })

  it('lets ask beat allow, in either order', () => {
    for (const rules of [
      [allow, ask],
      [ask, allow],
    ]) {
      const decision = decide(inputWith({ draft: { dangerLevel: 'safe' }, rules }))
      assert.deepEqual([decision.action, decision.rule, decision.rememberable], ['ask', 'b', false])
    }
  })

  it('lets deny beat everything, in any order', () => {
    for (const rules of [
      [allow, ask, deny],
      [deny, ask, allow],
    ]) {
      const decision = decide(inputWith({ draft: { dangerLevel: 'safe' }, remembered: true, rules }))
      assert.deepEqual([decision.action, decision.rule], ['deny', 'c'])
    }
  })

  it('does not let a remembered answer lift an ask rule', () => {
    assert.equal(decide(inputWith({ remembered: true, rules: [ask] })).action, 'ask')
  })

  it('gives the reason of the rule when it has one', () => {
    const rules = [{ ...deny, reason: 'frozen until Monday' }]
    assert.equal(decide(inputWith({ rules })).reason, 'frozen until Monday')
  })

  it('names the first of several rules of one effect', () => {
    assert.equal(decide(inputWith({ rules: [deny, { ...deny, name: 'd' }] })).rule, 'c')
  })
})

describe('decide with shadow rules', () => {
  it('reports what a rule would have done and does not obey it', () => {
    const decision = decide(
      inputWith({
        rules: [
          { name: 'no-writes', effect: 'deny', tool: 'write_*', shadow: true },
          { name: 'trusted', effect: 'allow', tool: '*', shadow: true },
          { name: 'elsewhere', effect: 'deny', tool: 'read_*', shadow: true },
        ],
      }),
    )
    assert.equal(decision.action, 'ask')
    assert.equal(decision.rememberable, true)
    assert.deepEqual(decision.shadow, [
      { rule: 'no-writes', wouldHave: 'deny' },
      { rule: 'trusted', wouldHave: 'run' },
    ])
  })

  it('weighs a shadow rule against the rules in force', () => {
    const decision = decide(
      inputWith({
        draft: { dangerLevel: 'high' },
        rules: [{ name: 'trusted', effect: 'allow', tool: '*', shadow: true }],
      }),
    )
    assert.deepEqual(decision.shadow, [{ rule: 'trusted', wouldHave: 'ask' }])
  })

  it('reports nothing when no shadow rule matches', () => {
    assert.deepEqual(decide(inputWith()).shadow, [])
  })
})
