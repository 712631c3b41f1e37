import { messageOf } from '../../errors/from-unknown.ts'
import { compileChecked } from '../../schema/compile/compile-checked.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'

/** What a server asks of the user in the middle of a call. The words are the server's: show them as such. */
export interface ElicitRequest {
  readonly server: string
  readonly message: string
  /** A flat object schema: what to fill in. */
  readonly requestedSchema: JsonSchema
  /** Our name of the tool whose call asks; absent where several calls are under way. */
  readonly toolName?: string
  /** Aborted when nobody waits any more: take the question away. */
  readonly signal: AbortSignal
}

/** `decline`: no. `cancel`: no answer, the question was put away. */
export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }
  | 'decline'
  | 'cancel'

/** Asks a person. A throw, and an answer that does not fit what was asked, count as `cancel`. */
export type ElicitCallback = (request: ElicitRequest) => Promise<ElicitAnswer> | ElicitAnswer

/** An answer as the protocol has it. */
export interface WireElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>>
}

/** Puts a question of a server to whoever answers; `say` hears why an answer did not count. Never throws. */
export async function answerElicitation(
  request: ElicitRequest,
  callback: ElicitCallback | undefined,
  say: (message: string) => void,
): Promise<WireElicitAnswer> {
  const asked = `asks the user '${request.message.slice(0, 120)}'`
  if (callback === undefined) {
    say(`the server ${asked}, which was declined: there is nobody to ask without \`onElicit\``)
    return { action: 'decline' }
  }
  try {
    const { check } = compileChecked(request.requestedSchema)
    const given = await callback(request)
    const answer = typeof given === 'string' ? { action: given } : given
    if (answer.action === 'decline') return { action: 'decline' }
    if (answer.action !== 'accept') return { action: 'cancel' }
    if (check(answer.content)) return { action: 'accept', content: answer.content }
    say(`the server ${asked}; the answer does not fit what it asks for and was left out`)
  } catch (thrown) {
    say(`the server ${asked}, which could not be answered: ${messageOf(thrown).slice(0, 300)}`)
  }
  return { action: 'cancel' }
}
