import { messageOf } from '../../../errors/from-unknown.ts'
import { isToolOutput } from '../../../results/content.ts'
import { toJsonValue } from '../../../results/to-json-value.ts'
import type { FailureMessage, ResultMessage, WorkerUse } from '../messages.ts'
import { JobFailure } from './job-failure.ts'

const ERROR_BRAND = Symbol.for('toolwright.error')
const MAX_DETAIL_BYTES = 64 * 1024

/** What a tool gave back, as JSON of about twice its limit at most. */
export function resultMessage(id: number, value: unknown, maxBytes: number, use: WorkerUse): ResultMessage {
  const isOutput = isMarked(value)
  if (value === undefined) return { type: 'result', id, bytes: 0, use }
  const safe = toJsonValue(value, { maxBytes })
  return {
    type: 'result',
    id,
    value: safe.value,
    ...(isOutput ? { isOutput } : {}),
    bytes: safe.bytes,
    ...(safe.notes.length === 0 ? {} : { notes: safe.notes }),
    use,
  }
}

/** What a tool threw: its message, and code and details of an error of ours. No stack, which is full of paths. */
export function failureMessage(id: number, thrown: unknown, use: WorkerUse): FailureMessage {
  if (thrown instanceof JobFailure) {
    const { reason, message, isFatal } = thrown
    return { type: 'failure', id, reason, message, ...(isFatal ? { isFatal } : {}), use }
  }
  if (isOutOfMemory(thrown)) {
    return {
      type: 'failure',
      id,
      reason: 'limit',
      message: `it ran out of memory: ${messageOf(thrown)}`,
      use,
    }
  }
  return { type: 'failure', id, reason: 'thrown', message: messageOf(thrown), ...brandedFields(thrown), use }
}

/** A buffer that there is no room for is thrown; a full heap ends the process. */
function isOutOfMemory(thrown: unknown): boolean {
  return /^(?:Array buffer allocation failed|Failed to allocate memory)$/.test(messageOf(thrown))
}

function brandedFields(thrown: unknown): Pick<FailureMessage, 'code' | 'details'> {
  try {
    if (typeof thrown !== 'object' || thrown === null) return {}
    const { code, details, [ERROR_BRAND]: brand } = thrown as Record<PropertyKey, unknown>
    if (brand !== true || typeof code !== 'string') return {}
    const safe = toJsonValue(details ?? {}, { maxBytes: MAX_DETAIL_BYTES }).value
    return { code, details: safe as Readonly<Record<string, unknown>> }
  } catch {
    return {}
  }
}

function isMarked(value: unknown): boolean {
  try {
    return isToolOutput(value)
  } catch {
    return false
  }
}
