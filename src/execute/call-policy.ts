import { decide, type PolicyDecision } from '../approve/policy.ts'
import type { RememberedDecisions, RememberedSubject } from '../approve/remembered-decisions.ts'
import type { CompiledRule } from '../approve/rule.ts'
import type { ToolCall } from '../calls/tool-call.ts'
import { hashTool } from '../define/tool-hash.ts'
import type { Tool } from '../define/tool.ts'
import type { CallContext } from './call-context.ts'

export interface CallPolicyParts {
  readonly paranoid: boolean
  rules(): readonly CompiledRule[]
  readonly remembered: RememberedDecisions
}

/** What a decision is about. */
export interface PolicySubject {
  readonly call: ToolCall
  readonly tool: Tool
  /** After the check. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The policy of a deployment, applied to one call. */
export interface CallPolicy {
  decide(subject: PolicySubject, context: CallContext): PolicyDecision
  /** Keeps an "always allow"; only where the decision said that it may be kept. */
  remember(tool: Tool, context: CallContext, rememberable: boolean): void
}

export function createCallPolicy(parts: CallPolicyParts): CallPolicy {
  const { paranoid, remembered } = parts
  return {
    decide({ call, tool, arguments: args }, context) {
      const { definition } = tool
      const decision = decide({
        definition,
        arguments: args,
        caller: context.caller,
        callRequiresConfirmation: context.requireConfirmation || call.requiresConfirmation === true,
        paranoid,
        rules: parts.rules(),
        remembered: remembered.size > 0 && remembered.isRemembered(rememberedSubject(tool, context)),
      })
      for (const { rule, wouldHave } of decision.shadow) {
        if (wouldHave === decision.action) continue
        context.logger?.log('TLS-POL-001', {
          call_id: call.id,
          tool_name: definition.name,
          caller: context.caller?.id,
          rule,
          decided: decision.action,
          would_have: wouldHave,
        })
      }
      return decision
    },
    remember(tool, context, rememberable) {
      remembered.remember(rememberedSubject(tool, context), rememberable)
    },
  }
}

function rememberedSubject(tool: Tool, context: CallContext): RememberedSubject {
  return {
    conversationId: context.conversationId,
    toolName: tool.definition.name,
    definitionHash: hashTool(tool),
    callerId: context.caller?.id,
  }
}
