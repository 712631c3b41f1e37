import { decide, type PolicyDecision } from '../approve/policy.ts'
import type { RememberedDecisions, RememberedSubject } from '../approve/remembered-decisions.ts'
import type { CompiledRule } from '../approve/rule.ts'
import type { ToolCall } from '../calls/tool-call.ts'
import { hashDefinition } from '../define/definition-hash.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { CallContext } from './call-context.ts'

export interface CallPolicyParts {
  readonly paranoid: boolean
  rules(): readonly CompiledRule[]
  readonly remembered: RememberedDecisions
}

/** What a decision is about. */
export interface PolicySubject {
  readonly call: ToolCall
  readonly definition: ToolDefinition
  /** After the check. */
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The policy of a deployment, applied to one call. */
export interface CallPolicy {
  decide(subject: PolicySubject, context: CallContext): PolicyDecision
  /** Keeps an "always allow"; only where the decision said that it may be kept. */
  remember(definition: ToolDefinition, context: CallContext, rememberable: boolean): void
}

export function createCallPolicy(parts: CallPolicyParts): CallPolicy {
  const { paranoid, remembered } = parts
  return {
    decide({ call, definition, arguments: args }, context) {
      const decision = decide({
        definition,
        arguments: args,
        caller: context.caller,
        callRequiresConfirmation: context.requireConfirmation || call.requiresConfirmation === true,
        paranoid,
        rules: parts.rules(),
        remembered: remembered.size > 0 && remembered.isRemembered(rememberedSubject(definition, context)),
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
    remember(definition, context, rememberable) {
      remembered.remember(rememberedSubject(definition, context), rememberable)
    },
  }
}

function rememberedSubject(definition: ToolDefinition, context: CallContext): RememberedSubject {
  return {
    conversationId: context.conversationId,
    toolName: definition.name,
    definitionHash: hashDefinition(definition),
    callerId: context.caller?.id,
  }
}
