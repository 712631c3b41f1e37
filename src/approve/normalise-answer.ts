import { messageOf } from '../errors/from-unknown.ts'

/** An answer with every default filled in. */
export type NormalisedAnswer =
  | {
      readonly decision: 'approve'
      readonly remember: boolean
      readonly arguments: Readonly<Record<string, unknown>> | undefined
    }
  | { readonly decision: 'deny'; readonly reason: string; readonly unavailable: boolean }
  | { readonly decision: 'later'; readonly approvalId: string; readonly expiresAt: string | undefined }

const MAX_REASON_CHARACTERS = 1_000
const ANSWER_KEYS = {
  approve: ['decision', 'remember', 'arguments'],
  deny: ['decision', 'reason', 'unavailable'],
  later: ['decision', 'approvalId', 'expiresAt'],
} as const
const DEFAULT_REASON = 'the person who was asked said no'

/** Reads what a channel answered. Only a well-formed approval approves: anything else, whatever it is, is a denial. */
export function normaliseAnswer(answer: unknown): NormalisedAnswer {
  try {
    return readAnswer(answer)
  } catch (thrown) {
    return malformed(`it could not be read (${messageOf(thrown)})`)
  }
}

/** A denial without a person behind it. */
export function denial(reason: string, unavailable = false): NormalisedAnswer {
  return { decision: 'deny', reason: reason.slice(0, MAX_REASON_CHARACTERS), unavailable }
}

function readAnswer(answer: unknown): NormalisedAnswer {
  if (answer === 'approve') return { decision: 'approve', remember: false, arguments: undefined }
  if (answer === 'deny') return denial(DEFAULT_REASON)
  if (!isObject(answer)) return malformed(`it is ${describe(answer)}`)
  // Copied once: a getter that changes its mind between the check and the use gets no second reading.
  const fields: Readonly<Record<string, unknown>> = { ...answer }
  const { decision } = fields
  if (decision === 'deny') return readDenial(fields)
  if (decision !== 'approve' && decision !== 'later')
    return malformed(`its \`decision\` is ${describe(decision)}`)
  // An edit under a misspelt key must not run the unedited call.
  const unknown = Object.keys(fields).find((key) => !ANSWER_KEYS[decision].some((known) => known === key))
  if (unknown !== undefined) return malformed(`it has an unknown field \`${unknown.slice(0, 64)}\``)
  return decision === 'approve' ? readApproval(fields) : readLater(fields)
}

function readApproval({ remember, arguments: edited }: Readonly<Record<string, unknown>>): NormalisedAnswer {
  if (remember !== undefined && typeof remember !== 'boolean')
    return malformed(`\`remember\` is ${describe(remember)}`)
  if (edited !== undefined && !isObject(edited)) return malformed(`\`arguments\` is ${describe(edited)}`)
  // Cloned, so that what the channel does to its object afterwards cannot change what runs.
  return { decision: 'approve', remember: remember ?? false, arguments: structuredClone(edited) }
}

function readDenial({ reason, unavailable }: Readonly<Record<string, unknown>>): NormalisedAnswer {
  const text = typeof reason === 'string' && reason.trim() !== '' ? reason : DEFAULT_REASON
  return denial(text, unavailable === true)
}

function readLater({ approvalId, expiresAt }: Readonly<Record<string, unknown>>): NormalisedAnswer {
  if (typeof approvalId !== 'string' || approvalId === '')
    return malformed(`\`approvalId\` is ${describe(approvalId)}`)
  if (expiresAt === undefined) return { decision: 'later', approvalId, expiresAt: undefined }
  if (typeof expiresAt !== 'string' || Number.isNaN(Date.parse(expiresAt))) {
    return malformed(`\`expiresAt\` is ${describe(expiresAt)}`)
  }
  return { decision: 'later', approvalId, expiresAt }
}

function malformed(problem: string): NormalisedAnswer {
  return denial(
    `the approval channel gave an answer that is not understood: ${problem}; expected 'approve', 'deny' or { decision }`,
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 64))
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : `\`${String(value)}\``
}
