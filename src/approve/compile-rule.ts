import { CATEGORIES } from '../define/categories.ts'
import { ISOLATION_LEVELS } from '../define/isolation.ts'
import { DANGER_LEVELS, type DangerLevel } from '../define/danger-levels.ts'
import { matchArguments, splitPath } from './match-arguments.ts'
import { createAnyGlobMatcher } from './match-glob.ts'
import { permissionMatches } from './permissions.ts'
import {
  type CompiledRule,
  type Policy,
  type Rule,
  RULE_EFFECTS,
  type RuleEffect,
  type RuleSubject,
} from './rule.ts'
import {
  readArgumentPattern,
  readFlag,
  readNames,
  readObject,
  readOneOf,
  readText,
  refuse,
  refuseUnknownKeys,
} from './read-rule.ts'

type Condition = (subject: RuleSubject) => boolean

const CONDITION_KEYS = ['tool', 'category', 'dangerLevel', 'permission', 'caller', 'arguments'] as const
const RULE_KEYS = ['name', 'effect', 'isolation', ...CONDITION_KEYS, 'shadow', 'reason'] as const
const POLICY_KEYS = ['rules', 'shadow'] as const
const TOOL_GLOB = /^[a-z0-9_*]+$/

/** Checks a policy, or a bare list of rules, and makes it ready to match. Throws OPTION_INVALID with the cure. */
export function compileRules(policy: Policy | readonly Rule[]): readonly CompiledRule[] {
  const { rules, shadow } = readPolicy(policy)
  const names = new Set<string>()
  return rules.map((rule, index) => {
    const compiled = compileRule(rule, `rules[${index}]`)
    if (names.has(compiled.name)) {
      refuse(`rules[${index}].name`, compiled.name, 'a name of its own', 'Two rules share it; rename one.')
    }
    names.add(compiled.name)
    return shadow ? { ...compiled, shadow: true } : compiled
  })
}

/** Checks one rule and makes it ready to match; `path` is how messages call it. Throws OPTION_INVALID with the cure. */
export function compileRule(rule: unknown, path = 'rule'): CompiledRule {
  const fields = readObject(rule, path, 'Write `{ name, effect, tool }`.')
  refuseUnknownKeys(fields, RULE_KEYS, path)
  const name = readText(fields['name'], `${path}.name`)
  const isolation =
    fields['isolation'] === undefined
      ? undefined
      : readOneOf(fields['isolation'], ISOLATION_LEVELS, `${path}.isolation`)
  const effect =
    fields['effect'] === undefined && isolation !== undefined
      ? undefined
      : readOneOf(fields['effect'], RULE_EFFECTS, `${path}.effect`)
  // A rule that isolates errs on the strict side, as one that asks.
  const conditions = readConditions(fields, effect ?? 'ask', path)
  if (conditions.length === 0) {
    refuse(path, name, 'at least one condition', "Write `tool: '*'` if the rule is meant for every call.")
  }
  return {
    name,
    effect,
    isolation,
    shadow: readFlag(fields['shadow'], `${path}.shadow`),
    reason: fields['reason'] === undefined ? undefined : readText(fields['reason'], `${path}.reason`),
    matches: (subject) => conditions.every((holds) => holds(subject)),
  }
}

function readPolicy(policy: unknown): { rules: readonly unknown[]; shadow: boolean } {
  if (Array.isArray(policy)) return { rules: policy, shadow: false }
  const fields = readObject(policy, 'policy', 'Give a list of rules, or `{ rules, shadow }`.')
  refuseUnknownKeys(fields, POLICY_KEYS, 'policy')
  const { rules } = fields
  if (!Array.isArray(rules)) refuse('policy.rules', rules, 'a list of rules', 'Write `rules: []` for none.')
  return { rules, shadow: readFlag(fields['shadow'], 'policy.shadow') }
}

function readConditions(
  fields: Readonly<Record<string, unknown>>,
  effect: RuleEffect,
  path: string,
): Condition[] {
  const conditions: Condition[] = []
  // Cheapest first: most rules fall out on the name of the tool.
  for (const key of CONDITION_KEYS) {
    const value = fields[key]
    if (value !== undefined) conditions.push(...READERS[key](value, `${path}.${key}`, effect))
  }
  return conditions
}

type ConditionReader = (value: unknown, path: string, effect: RuleEffect) => Condition[]

const READERS: Readonly<Record<(typeof CONDITION_KEYS)[number], ConditionReader>> = {
  tool: (value, path) => {
    const globs = readNames(value, path)
    for (const glob of globs) {
      if (!TOOL_GLOB.test(glob)) {
        refuse(
          path,
          glob,
          'a tool name or a glob of one',
          'Tool names are snake_case; only `*` is a wildcard.',
        )
      }
    }
    const matches = createAnyGlobMatcher(globs)
    return [({ definition }) => matches(definition.name)]
  },
  category: (value, path) => {
    const known = Object.keys(CATEGORIES)
    const categories = new Set<string>(readNames(value, path).map((name) => readOneOf(name, known, path)))
    return [({ definition }) => categories.has(definition.category)]
  },
  dangerLevel: (value, path, effect) => [readDangerLevel(value, path, effect)],
  permission: (value, path, effect) => {
    const patterns = readNames(value, path)
    for (const pattern of patterns) {
      if (pattern.split('.').some((segment) => segment !== '*' && !/^[^*\s]+$/.test(segment))) {
        refuse(path, pattern, 'a permission such as `tool.filesystem.*`', 'A `*` stands for a whole segment.')
      }
    }
    const isNamed = (permission: string): boolean =>
      patterns.some((pattern) => permissionMatches(pattern, permission))
    if (effect !== 'allow') return [({ definition }) => definition.requiredPermissions.some(isNamed)]
    return [
      ({ definition: { requiredPermissions } }) =>
        requiredPermissions.length > 0 && requiredPermissions.every(isNamed),
    ]
  },
  caller: (value, path) => {
    const matches = createAnyGlobMatcher(readNames(value, path))
    return [({ caller }) => caller !== undefined && matches(caller.id)]
  },
  arguments: (value, path, effect) => {
    const patterns = Object.entries(readObject(value, path, "Write `{ path: '/etc/*' }`."))
    if (patterns.length === 0)
      refuse(path, value, 'at least one argument', 'Name an argument, or leave it out.')
    const quantifier = effect === 'allow' ? 'every' : 'any'
    return patterns.map(([name, pattern]) => {
      const matches = readArgumentPattern(pattern, `${path}.${name}`, effect === 'allow')
      const segments = splitPath(name)
      if (segments.includes('')) refuse(path, name, 'a dotted path', 'Write it as `options.path`.')
      return (subject) => matchArguments(subject.arguments, segments, matches, quantifier)
    })
  },
}

/** One-sided, so that no rule can treat a higher level more laxly than a lower one. */
function readDangerLevel(value: unknown, path: string, effect: RuleEffect): Condition {
  const limit = DANGER_LEVELS.indexOf(readOneOf(value, DANGER_LEVELS, path))
  if (effect === 'allow' && limit > DANGER_LEVELS.indexOf('medium')) {
    refuse(path, value, '`safe`, `low` or `medium`', 'Nothing lifts the question for high and critical.')
  }
  return ({ definition }) => {
    const rank = rankOf(definition.dangerLevel)
    return effect === 'allow' ? rank <= limit : rank >= limit
  }
}

function rankOf(level: DangerLevel): number {
  const rank = DANGER_LEVELS.indexOf(level)
  return rank === -1 ? DANGER_LEVELS.length : rank
}
