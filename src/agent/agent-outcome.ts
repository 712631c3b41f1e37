import type { ToolwrightError } from '../errors/toolwright-error.ts'
import type { DecodedCall, FinishReason, TokenUsage } from '../providers/decoded.ts'
import type { Message } from '../providers/transcript.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { AgentState } from './agent-state.ts'

/** One request to the model, and what came of it. */
export interface AgentStep {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly reasoning: string
  readonly finish: FinishReason
  readonly usage: TokenUsage
  readonly calls: readonly DecodedCall[]
  /** One for each call, in order. */
  readonly results: readonly ToolResult[]
}

/** Why a run ended, one word for each way. */
export type AgentReason =
  | 'answered'
  | 'approval'
  | 'step-limit'
  | 'stop-condition'
  | 'repeated-failures'
  | 'length'
  | 'blocked'
  | 'cancelled'
  | 'provider-error'

interface OutcomeBase {
  readonly reason: AgentReason
  /** What the model said last. */
  readonly text: string
  /** The whole conversation, to go on from: every call in it is answered, unless the run is paused. */
  readonly messages: readonly Message[]
  /** After a resume, those from the one that was paused. */
  readonly steps: readonly AgentStep[]
  /** Of all steps, those before a pause too. */
  readonly usage: TokenUsage
}

/** How a run ended. */
export type AgentOutcome =
  /** The model said all it wanted. */
  | (OutcomeBase & { readonly status: 'finished' })
  /** A limit or a condition ended it. */
  | (OutcomeBase & { readonly status: 'stopped' })
  | (OutcomeBase & { readonly status: 'cancelled' })
  /** The provider failed, or could not be read. */
  | (OutcomeBase & { readonly status: 'failed'; readonly error: ToolwrightError })
  /** Calls wait for approval: keep `state`, and give it to `resumeAgent` with the decisions. */
  | (OutcomeBase & { readonly status: 'paused'; readonly state: AgentState })

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'reasoningTokens',
] as const satisfies readonly (keyof TokenUsage)[]

/** The sum of what was told; what nobody told stays absent. */
export function addUsage(first: TokenUsage, second: TokenUsage): TokenUsage {
  const sum: { -readonly [Name in keyof TokenUsage]: TokenUsage[Name] } = {}
  for (const name of COUNTS) {
    if (first[name] === undefined && second[name] === undefined) continue
    sum[name] = (first[name] ?? 0) + (second[name] ?? 0)
  }
  return sum
}
