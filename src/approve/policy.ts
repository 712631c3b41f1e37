import { DANGER_LEVELS, type DangerLevel } from '../define/danger-levels.ts'
import { type Isolation, strongestIsolation } from '../define/isolation.ts'
import type { CompiledRule, RuleEffect, RuleSubject } from './rule.ts'

/** Everything a decision depends on; nothing else does. */
export interface PolicyInput extends RuleSubject {
  /** Set when this one call asks for confirmation, whatever the definition says. */
  readonly callRequiresConfirmation?: boolean | undefined
  /** Asks for low as for medium. */
  readonly paranoid: boolean
  readonly rules: readonly CompiledRule[]
  /** Whether "always allow" was answered for this tool in this conversation. */
  readonly remembered: boolean
}

/** What a rule in shadow mode would have led to. */
interface ShadowFinding {
  readonly rule: string
  /** What the decision would have been, had the rule been obeyed. */
  readonly wouldHave: 'run' | 'ask' | 'deny'
}

interface Verdict {
  /** In words, for the person asked, the model and the log. */
  readonly reason: string
  /** The rule that settled it, if one did. */
  readonly rule?: string
}

type Ruling =
  | (Verdict & { readonly action: 'run'; readonly confirmations: 0; readonly rememberable: false })
  | (Verdict & { readonly action: 'deny'; readonly confirmations: 0; readonly rememberable: false })
  | (Verdict & { readonly action: 'ask'; readonly confirmations: 1 | 2; readonly rememberable: boolean })

/** Whether a call runs, needs a person, or is refused. */
export type PolicyDecision = Ruling & {
  /** The least isolation that matching rules ask for. */
  readonly isolation?: Isolation
  /** Every shadow rule that matched. */
  readonly shadow: readonly ShadowFinding[]
}

interface LevelDemand {
  readonly confirmations: 0 | 1 | 2
  readonly paranoidConfirmations: 0 | 1 | 2
  /** Whether an allow rule or a remembered answer spares the question. */
  readonly liftable: boolean
}

const LEVEL_DEMANDS = {
  safe: { confirmations: 0, paranoidConfirmations: 0, liftable: true },
  low: { confirmations: 0, paranoidConfirmations: 1, liftable: true },
  medium: { confirmations: 1, paranoidConfirmations: 1, liftable: true },
  high: { confirmations: 1, paranoidConfirmations: 1, liftable: false },
  critical: { confirmations: 2, paranoidConfirmations: 2, liftable: false },
} as const satisfies Record<DangerLevel, LevelDemand>

type Matched = { readonly [Effect in RuleEffect]?: CompiledRule }

const NO_FINDINGS: readonly ShadowFinding[] = Object.freeze([])

/** Decides about one call. Pure: the same input gives the same decision. */
export function decide(input: PolicyInput): PolicyDecision {
  if (input.rules.length === 0) return withoutShadows(settle(input, NO_MATCH))
  const matched: { [Effect in RuleEffect]?: CompiledRule } = {}
  const shadows: CompiledRule[] = []
  let isolation: Isolation | undefined
  for (const rule of input.rules) {
    if (!rule.matches(input)) continue
    if (rule.shadow) shadows.push(rule)
    else {
      if (rule.effect !== undefined) matched[rule.effect] ??= rule
      if (rule.isolation !== undefined) isolation = strongestIsolation(isolation, rule.isolation)
    }
  }
  const settled = settle(input, matched)
  const ruling = isolation === undefined ? settled : { ...settled, isolation }
  if (shadows.length === 0) return withoutShadows(ruling)
  const shadow = shadows.map((rule) => ({
    rule: rule.name,
    wouldHave: settle(input, rule.effect === undefined ? matched : { ...matched, [rule.effect]: rule })
      .action,
  }))
  return { ...ruling, shadow }
}

/** The order is the policy: the first line that applies decides, strictest first. */
function settle(input: PolicyInput, { allow, ask, deny }: Matched): Ruling {
  const { definition } = input
  // A level outside the table (data that skipped validation) is treated as the worst.
  const level = DANGER_LEVELS.includes(definition.dangerLevel) ? definition.dangerLevel : 'critical'
  const demand: LevelDemand = LEVEL_DEMANDS[level]
  const confirmations = input.paranoid ? demand.paranoidConfirmations : demand.confirmations

  if (deny !== undefined) return { ...NO_QUESTION, action: 'deny', ...becauseOf(deny, 'denies') }
  if (confirmations === 2) return askFor(2, `danger level \`${level}\` is confirmed twice`)
  if (confirmations === 1 && !demand.liftable) return askFor(1, `danger level \`${level}\` always asks`)
  if (definition.requiresConfirmation) return askFor(1, `tool \`${definition.name}\` requires confirmation`)
  if (input.callRequiresConfirmation === true) return askFor(1, 'this call requires confirmation')
  // A remembered answer knows the tool, not the arguments that made the rule match: it does not lift the rule.
  if (ask !== undefined) {
    return { action: 'ask', confirmations: 1, rememberable: false, ...becauseOf(ask, 'asks about') }
  }
  if (confirmations === 0) return FREE_RUNS[level]
  if (allow !== undefined) return { ...NO_QUESTION, action: 'run', ...becauseOf(allow, 'allows') }
  if (input.remembered) return run('allowed before for this conversation')
  const mode = input.paranoid && level === 'low' ? ' in paranoid mode' : ''
  return {
    action: 'ask',
    confirmations: 1,
    rememberable: true,
    reason: `danger level \`${level}\` asks${mode}`,
  }
}

const NO_MATCH: Matched = Object.freeze({})
const NO_QUESTION = { confirmations: 0, rememberable: false } as const

function run(reason: string): Ruling {
  return { ...NO_QUESTION, action: 'run', reason }
}

function freeRun(level: DangerLevel): PolicyDecision {
  return Object.freeze({ ...run(`danger level \`${level}\` runs without asking`), shadow: NO_FINDINGS })
}

// Nearly every call ends here: the answer is made once, not once a call.
const FREE_RUNS: Readonly<Record<DangerLevel, PolicyDecision>> = {
  safe: freeRun('safe'),
  low: freeRun('low'),
  medium: freeRun('medium'),
  high: freeRun('high'),
  critical: freeRun('critical'),
}

function withoutShadows(ruling: Ruling | PolicyDecision): PolicyDecision {
  return 'shadow' in ruling ? ruling : { ...ruling, shadow: NO_FINDINGS }
}

function askFor(confirmations: 1 | 2, reason: string): Ruling {
  return { action: 'ask', confirmations, reason, rememberable: false }
}

function becauseOf(rule: CompiledRule, verb: string): Verdict {
  return { reason: rule.reason ?? `rule \`${rule.name}\` ${verb} this call`, rule: rule.name }
}
