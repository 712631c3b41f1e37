import type { ApprovalChannel, ApprovalRequest } from '../../src/approve/approval-channel.ts'
import { callbackChannel } from '../../src/approve/callback-channel.ts'
import { compileRules } from '../../src/approve/compile-rule.ts'
import type { PolicyInput } from '../../src/approve/policy.ts'
import type { ApprovalSubject } from '../../src/approve/request-approval.ts'
import type { Rule } from '../../src/approve/rule.ts'
import { createDefinition, type DefinitionDraft } from '../../src/define/create-definition.ts'
import type { ToolDefinition } from '../../src/define/tool-definition.ts'

export function definitionWith(draft: Partial<DefinitionDraft> = {}): ToolDefinition {
  return createDefinition({
    name: 'write_file',
    description: 'Writes a file.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    category: 'file_system',
    dangerLevel: 'medium',
    ...draft,
  })
}

interface Situation extends Partial<Omit<PolicyInput, 'rules' | 'definition'>> {
  readonly draft?: Partial<DefinitionDraft>
  readonly rules?: readonly Rule[]
}

/** A call of a medium tool by the host itself, without rules, unless the test says otherwise. */
export function inputWith({ draft, rules = [], ...rest }: Situation = {}): PolicyInput {
  return {
    definition: definitionWith(draft),
    arguments: {},
    paranoid: false,
    remembered: false,
    rules: compileRules(rules),
    ...rest,
  }
}

export function subjectWith(changes: Partial<ApprovalSubject> = {}): ApprovalSubject {
  const definition = changes.definition ?? definitionWith()
  return {
    callId: 'call_1',
    toolName: definition.name,
    definition,
    definitionHash: 'hash_1',
    arguments: { path: 'notes.txt' },
    dangerLevel: definition.dangerLevel,
    reason: 'danger level `medium` asks',
    conversationId: 'conversation_1',
    mayAnswerLater: false,
    rememberable: true,
    signal: new AbortController().signal,
    ...changes,
  }
}

export function requestWith(changes: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    ...subjectWith(changes),
    id: 'request_1',
    confirmation: 1,
    confirmations: 1,
    requestedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

/** Answers with the given values in turn, of whatever type, and keeps what it was asked. */
export function scriptedChannel(
  ...answers: readonly unknown[]
): ApprovalChannel & { asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = []
  const channel = callbackChannel((request) => {
    asked.push(request)
    return answers[asked.length - 1] as 'approve'
  })
  return { ...channel, asked }
}
