import type { ApprovalRequest } from '../approve/approval-channel.ts'
import type { DecodedCall, DecodeProblem, FinishReason, TokenUsage } from '../providers/decoded.ts'
import type { ValueDelta } from '../providers/stream/stream-delta.ts'
import type { TurnWarning } from '../providers/turn.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { AgentReason } from './agent-outcome.ts'

/** What an approval is asked about; what only the channel needs is left out. */
export type ApprovalNotice = Pick<
  ApprovalRequest,
  'id' | 'callId' | 'toolName' | 'arguments' | 'dangerLevel' | 'reason' | 'confirmation' | 'confirmations'
>

/** What happens during a run. `step` counts the requests to the model from 1, `index` the calls of an answer from 0. */
export type AgentEvent =
  | { readonly type: 'step-start'; readonly step: number; readonly provider: string; readonly model: string }
  /** Something about the tools that this provider does not get as written. */
  | { readonly type: 'warning'; readonly step: number; readonly warning: TurnWarning }
  | { readonly type: 'text-delta'; readonly step: number; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly step: number; readonly text: string }
  | {
      readonly type: 'tool-input-start'
      readonly step: number
      readonly index: number
      readonly callId?: string
      readonly toolName?: string
    }
  | {
      readonly type: 'tool-input-delta'
      readonly step: number
      readonly index: number
      readonly text: string
    }
  /** Only with `partial: true`. */
  | {
      readonly type: 'tool-input-value'
      readonly step: number
      readonly index: number
      readonly change: ValueDelta
    }
  | { readonly type: 'tool-input-end'; readonly step: number; readonly index: number }
  /** The stream started over: forget the deltas of this step. */
  | { readonly type: 'reset'; readonly step: number }
  /** Something wrong with the answer. */
  | { readonly type: 'problem'; readonly step: number; readonly problem: DecodeProblem }
  /** The call is whole and is about to be checked, approved and run. */
  | { readonly type: 'tool-call'; readonly step: number; readonly call: DecodedCall }
  | { readonly type: 'approval-requested'; readonly step: number; readonly request: ApprovalNotice }
  | { readonly type: 'tool-result'; readonly step: number; readonly result: ToolResult }
  | {
      readonly type: 'step-end'
      readonly step: number
      readonly finish: FinishReason
      readonly usage: TokenUsage
    }
  | {
      readonly type: 'finish'
      readonly status: 'finished' | 'stopped' | 'cancelled' | 'failed' | 'paused'
      readonly reason: AgentReason
    }

/** Hears events. What it throws is dropped: a listener harms nobody. */
export type AgentListener = (event: AgentEvent) => void

export function guardListener(listener: AgentListener | undefined): AgentListener {
  if (listener === undefined) return () => undefined
  return (event) => {
    try {
      listener(event)
    } catch {
      // The run belongs to somebody else.
    }
  }
}
