import type { Category } from '../define/categories.ts'
import type { DangerLevel } from '../define/danger-levels.ts'
import type { Isolation } from '../define/isolation.ts'
import type { Caller } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'

/** What a rule does with the calls it matches. Deny beats ask, ask beats allow. */
export const RULE_EFFECTS = ['allow', 'ask', 'deny'] as const

export type RuleEffect = (typeof RULE_EFFECTS)[number]

/**
 * A glob (`*` stands for any text, `\*` for a star, all else for itself), or a regular expression that runs in linear
 * time. Globs fit the whole text; an expression may be found anywhere in it to ask or deny, and must fit all to allow.
 */
export type ArgumentPattern = string | { readonly pattern: string }

/**
 * One rule of a policy. A call matches when every condition given holds; at least one must be given. Where a condition
 * looks at several values (list items, permissions), ask and deny match if any fits, allow only if all do.
 */
export interface Rule {
  /** Unique in its policy; named in reasons and logs. */
  readonly name: string
  /** May be left out where `isolation` is given: the rule then only isolates. */
  readonly effect?: RuleEffect
  /** The least isolation of the calls it matches; it raises, never lowers. */
  readonly isolation?: Isolation
  /** Globs of tool names; `'*'` for every tool. */
  readonly tool?: string | readonly string[]
  readonly category?: Category | readonly Category[]
  /** Ask and deny: this level and above. Allow: this level and below (never above medium). */
  readonly dangerLevel?: DangerLevel
  /** Permissions that the tool requires, wildcards as in {@link missingPermissions}. */
  readonly permission?: string | readonly string[]
  /** Globs of caller ids. The host program's own calls have no caller and match none. */
  readonly caller?: string | readonly string[]
  /** By dotted path into the arguments; `\.` for a dot in a name. A missing argument does not match. */
  readonly arguments?: { readonly [path: string]: ArgumentPattern }
  /** True: only reported, never obeyed. @default false */
  readonly shadow?: boolean
  /** Shown to the person who is asked and to the model. */
  readonly reason?: string
}

/** Rules that belong together. */
export interface Policy {
  readonly rules: readonly Rule[]
  /** True tries the whole policy out: it is reported, never obeyed. @default false */
  readonly shadow?: boolean
}

/** What a rule looks at. */
export interface RuleSubject {
  readonly definition: ToolDefinition
  readonly arguments: Readonly<Record<string, unknown>>
  readonly caller?: Caller | undefined
}

/** A rule that has been checked and is ready to match. */
export interface CompiledRule {
  readonly name: string
  readonly effect: RuleEffect | undefined
  readonly isolation: Isolation | undefined
  readonly shadow: boolean
  readonly reason: string | undefined
  matches(subject: RuleSubject): boolean
}
