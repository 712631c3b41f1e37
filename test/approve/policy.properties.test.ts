import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { compileRules } from '../../src/approve/compile-rule.ts'
import { decide, type PolicyDecision, type PolicyInput } from '../../src/approve/policy.ts'
import { requestApproval } from '../../src/approve/request-approval.ts'
import { type Policy, type Rule, RULE_EFFECTS, type RuleEffect } from '../../src/approve/rule.ts'
import { DANGER_LEVELS } from '../../src/define/danger-levels.ts'
import { definitionWith, scriptedChannel, subjectWith } from './samples.ts'

const PERMISSIONS = ['tool.filesystem.read', 'tool.filesystem.write', 'tool.network.fetch']
const LAX_LEVELS = DANGER_LEVELS.slice(0, 3)

/** Any rule at all, conditions on the level included. */
const conditionsOf = (effect: RuleEffect): fc.Arbitrary<Omit<Rule, 'name'>> =>
  fc.record(
    {
      effect: fc.constant(effect),
      tool: fc.constantFrom('*', 'write_*', 'read_file', ['read_*', '*_file']),
      category: fc.constantFrom('file_system' as const, 'network' as const),
      dangerLevel: fc.constantFrom(...(effect === 'allow' ? LAX_LEVELS : DANGER_LEVELS)),
      permission: fc.constantFrom('*', 'tool.filesystem.*', 'tool.*.fetch'),
      caller: fc.constantFrom('agent-*', 'person'),
      arguments: fc.constantFrom({ path: '/etc/*' }, { path: '*.txt' }),
      shadow: fc.boolean(),
    },
    { requiredKeys: ['effect', 'tool'] },
  )
const anyRule = fc.constantFrom(...RULE_EFFECTS).chain(conditionsOf)
const named = (rules: readonly Omit<Rule, 'name'>[]): Rule[] =>
  rules.map((rule, index) => ({ ...rule, name: `rule ${index}` }))

interface Situation {
  readonly input: Omit<PolicyInput, 'definition' | 'rules'>
  readonly draft: { requiresConfirmation: boolean; requiredPermissions: string[] }
  readonly rules: readonly Omit<Rule, 'name'>[]
}

const anySituation: fc.Arbitrary<Situation> = fc.record({
  input: fc.record({
    arguments: fc.constantFrom({}, { path: '/etc/passwd' }, { path: ['a.txt', '/etc/b.txt'] }),
    caller: fc.constantFrom(undefined, { id: 'agent-1' }, { id: 'person' }),
    callRequiresConfirmation: fc.boolean(),
    paranoid: fc.boolean(),
    remembered: fc.boolean(),
  }),
  draft: fc.record({ requiresConfirmation: fc.boolean(), requiredPermissions: fc.subarray(PERMISSIONS) }),
  rules: fc.array(anyRule, { maxLength: 5 }),
})
const anyLevel = fc.constantFrom(...DANGER_LEVELS)

function decideAt(
  situation: Situation,
  dangerLevel: (typeof DANGER_LEVELS)[number],
  policy?: Policy,
): PolicyDecision {
  const definition = definitionWith({ ...situation.draft, dangerLevel })
  return decide({ ...situation.input, definition, rules: compileRules(policy ?? named(situation.rules)) })
}

/** run < ask once < ask twice < deny. */
function strictness({ action, confirmations }: PolicyDecision): number {
  return action === 'deny' ? 3 : confirmations
}

describe('laws of the policy', () => {
  it('raising the danger level never makes a decision laxer, whatever the rules', () => {
    fc.assert(
      fc.property(anySituation, anyLevel, anyLevel, (situation, one, other) => {
        const [lower, higher] = [one, other].sort(
          (a, b) => DANGER_LEVELS.indexOf(a) - DANGER_LEVELS.indexOf(b),
        )
        assert.ok(strictness(decideAt(situation, lower!)) <= strictness(decideAt(situation, higher!)))
      }),
    )
  })

  it('high and critical decide the same with and without a remembered answer, and offer none', () => {
    fc.assert(
      fc.property(anySituation, fc.constantFrom('high' as const, 'critical' as const), (situation, level) => {
        const { input } = situation
        const fresh = decideAt({ ...situation, input: { ...input, remembered: false } }, level)
        const remembered = decideAt({ ...situation, input: { ...input, remembered: true } }, level)
        assert.deepEqual(remembered, fresh)
        assert.notEqual(fresh.action, 'run')
        assert.equal(fresh.rememberable, false)
      }),
    )
  })

  it('critical asks twice or is denied', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        assert.ok(strictness(decideAt(situation, 'critical')) >= 2)
      }),
    )
  })

  it('requires-confirmation never runs unasked', () => {
    fc.assert(
      fc.property(anySituation, anyLevel, (situation, level) => {
        fc.pre(situation.draft.requiresConfirmation || situation.input.callRequiresConfirmation === true)
        assert.notEqual(decideAt(situation, level).action, 'run')
      }),
    )
  })

  it('paranoid mode never makes a decision laxer', () => {
    fc.assert(
      fc.property(anySituation, anyLevel, (situation, level) => {
        const { input } = situation
        const calm = decideAt({ ...situation, input: { ...input, paranoid: false } }, level)
        const paranoid = decideAt({ ...situation, input: { ...input, paranoid: true } }, level)
        assert.ok(strictness(calm) <= strictness(paranoid))
      }),
    )
  })

  it('one more ask or deny rule never makes a decision laxer, one more allow rule never stricter', () => {
    fc.assert(
      fc.property(anySituation, anyRule, anyLevel, (situation, rule, level) => {
        const before = strictness(decideAt(situation, level))
        const after = strictness(decideAt({ ...situation, rules: [...situation.rules, rule] }, level))
        assert.ok(rule.effect === 'allow' ? after <= before : after >= before)
      }),
    )
  })

  it('the order of the rules does not change what happens', () => {
    fc.assert(
      fc.property(anySituation, anyLevel, (situation, level) => {
        const reversed = { ...situation, rules: situation.rules.toReversed() }
        assert.equal(strictness(decideAt(reversed, level)), strictness(decideAt(situation, level)))
      }),
    )
  })

  it('a whole policy in shadow mode decides as no policy does', () => {
    fc.assert(
      fc.property(anySituation, anyLevel, (situation, level) => {
        const shadowed = decideAt(situation, level, { rules: named(situation.rules), shadow: true })
        const bare = decideAt(situation, level, { rules: [] })
        assert.deepEqual({ ...shadowed, shadow: [] }, { ...bare, shadow: [] })
      }),
    )
  })
})

describe('laws of asking', () => {
  it('nobody to ask never approves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1 as const, 2 as const),
        fc.boolean(),
        async (confirmations, rememberable) => {
          const { outcome } = await requestApproval(undefined, subjectWith({ rememberable }), confirmations)
          assert.equal(outcome, 'unavailable')
        },
      ),
    )
  })

  it('only well-formed approvals approve', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (answer) => {
        fc.pre(answer !== 'approve')
        const { outcome } = await requestApproval(scriptedChannel(answer), subjectWith(), 1)
        assert.equal(outcome, 'denied')
      }),
    )
  })

  it('a call that needs two approvals runs only after two, from two different questions', async () => {
    const anyAnswer = fc.constantFrom('approve', 'deny', undefined, { decision: 'approve' }, true)
    await fc.assert(
      fc.asyncProperty(anyAnswer, anyAnswer, async (first, second) => {
        const channel = scriptedChannel(first, second)
        const end = await requestApproval(channel, subjectWith(), 2)
        const approves = (answer: unknown): boolean => answer === 'approve' || typeof answer === 'object'
        assert.equal(end.outcome, approves(first) && approves(second) ? 'approved' : 'denied')
        assert.equal(new Set(channel.asked.map(({ id }) => id)).size, approves(first) ? 2 : 1)
      }),
    )
  })
})
