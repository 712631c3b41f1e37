import type { JsonObject } from '../../schema/json-schema.ts'
import type { Message } from '../transcript.ts'

/** An assistant message as this very provider sent it, to be sent back unchanged; undefined when another one did. */
export function ownMessages(
  message: Extract<Message, { role: 'assistant' }>,
  providerId: string,
): readonly JsonObject[] | undefined {
  return message.echo?.provider === providerId ? message.echo.messages : undefined
}
