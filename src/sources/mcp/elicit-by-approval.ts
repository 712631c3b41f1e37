import { randomUUID } from 'node:crypto'
import type { ApprovalChannel } from '../../approve/approval-channel.ts'
import { normaliseAnswer } from '../../approve/normalise-answer.ts'
import { createDefinition } from '../../define/create-definition.ts'
import { hashDefinition } from '../../define/definition-hash.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { ElicitCallback } from './elicitation.ts'

/**
 * Puts the questions of a server through the channel that approvals go through. The arguments shown are the defaults of
 * what is asked; whoever approves with `arguments` fills it in.
 */
export function elicitByApproval(channel: ApprovalChannel): ElicitCallback {
  return async ({ server, message, requestedSchema, toolName, signal }) => {
    if (channel.isAvailable?.() === false) return 'decline'
    const id = randomUUID()
    const definition = createDefinition({
      name: toolName ?? 'mcp_elicitation',
      description: `A question of the MCP server '${server}': ${message}`,
      inputSchema: requestedSchema,
      dangerLevel: 'medium',
      origin: { source: `mcp:${server}`, name: 'elicitation/create' },
    })
    const defaults = Object.freeze(defaultsOf(requestedSchema))
    const answer = normaliseAnswer(
      await channel.ask({
        id,
        callId: id,
        toolName: definition.name,
        definition,
        definitionHash: hashDefinition(definition),
        arguments: defaults,
        dangerLevel: definition.dangerLevel,
        reason: `the MCP server '${server}' asks: ${message}`,
        confirmation: 1,
        confirmations: 1,
        requestedAt: new Date().toISOString(),
        rememberable: false,
        signal,
      }),
    )
    if (answer.decision === 'approve') return { action: 'accept', content: answer.arguments ?? defaults }
    return answer.decision === 'later' ? 'cancel' : 'decline'
  }
}

function defaultsOf({ properties }: JsonSchema): Record<string, unknown> {
  const given = Object.entries(Object(properties)).flatMap(([name, property]) => {
    const value: unknown = Object(property).default
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given)
}
