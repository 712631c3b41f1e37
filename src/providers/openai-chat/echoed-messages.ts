import type { JsonObject } from '../../schema/json-schema.ts'

/** The message of an answer as the history holds it: as it came, with its role. One that says nothing would be refused. */
export function echoedMessages(message: JsonObject): readonly JsonObject[] {
  if (saysNothing(message)) return []
  return ['role' in message ? message : { role: 'assistant', ...message }]
}

function saysNothing(message: JsonObject): boolean {
  for (const name in message) {
    if (name === 'role') continue
    const value = message[name]
    if (value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) return false
  }
  return true
}
