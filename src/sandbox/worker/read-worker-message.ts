import type { Note } from '../../define/note.ts'
import type { ProgressUpdate } from '../../define/tool-context.ts'
import { FAILURE_REASONS, type FailureReason, type WorkerMessage, type WorkerUse } from './messages.ts'

const MAX_TEXT_CHARACTERS = 16_384
const MAX_NOTES = 21

type Fields = Readonly<Record<string, unknown>>

/** Reads what a worker sent, taking nothing over but fields of the right kind; a text says what is wrong with it. */
export function readWorkerMessage(body: Buffer): WorkerMessage | string {
  let given: unknown
  try {
    given = JSON.parse(body.toString('utf8'))
  } catch {
    return 'a frame that is not JSON'
  }
  if (!isRecord(given)) return 'a frame that is not an object'
  const type = field(given, 'type')
  if (type === 'ready' || type === 'worn') return { type }
  const id = field(given, 'id')
  if (typeof id !== 'number') return 'a message without the number of its job'
  switch (type) {
    case 'progress':
      return { type, id, update: readUpdate(field(given, 'update')) }
    case 'partial':
      return { type, id, piece: field(given, 'piece') ?? null }
    case 'log': {
      const fields = field(given, 'fields')
      return { type, id, message: readText(field(given, 'message')), ...(isRecord(fields) ? { fields } : {}) }
    }
    case 'result':
      return readResult(given, id)
    case 'failure':
      return readFailure(given, id)
    default:
      return 'a message of an unknown type'
  }
}

function readResult(given: Fields, id: number): WorkerMessage {
  const bytes = field(given, 'bytes')
  const notes = readNotes(field(given, 'notes'))
  return {
    type: 'result',
    id,
    value: field(given, 'value'),
    isOutput: field(given, 'isOutput') === true,
    ...(isCount(bytes) ? { bytes } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    use: readUse(field(given, 'use')),
  }
}

function readFailure(given: Fields, id: number): WorkerMessage | string {
  const reason = FAILURE_REASONS.find((known): known is FailureReason => known === field(given, 'reason'))
  if (reason === undefined) return 'a failure without a reason'
  const code = field(given, 'code')
  const details = field(given, 'details')
  return {
    type: 'failure',
    id,
    reason,
    message: readText(field(given, 'message')),
    ...(typeof code === 'string' ? { code } : {}),
    ...(isRecord(details) ? { details } : {}),
    isFatal: field(given, 'isFatal') === true,
    use: readUse(field(given, 'use')),
  }
}

function readUpdate(given: unknown): ProgressUpdate {
  if (!isRecord(given)) return {}
  const message = field(given, 'message')
  const progress = field(given, 'progress')
  const total = field(given, 'total')
  return {
    ...(typeof message === 'string' ? { message: readText(message) } : {}),
    ...(typeof progress === 'number' ? { progress } : {}),
    ...(typeof total === 'number' ? { total } : {}),
  }
}

function readNotes(given: unknown): Note[] {
  if (!Array.isArray(given)) return []
  return given
    .slice(0, MAX_NOTES)
    .filter(isRecord)
    .map((note) => ({
      kind: 'converted',
      path: readText(field(note, 'path')),
      message: readText(field(note, 'message')),
    }))
}

function readUse(given: unknown): WorkerUse {
  if (!isRecord(given)) return {}
  const cpuMs = field(given, 'cpuMs')
  const peakMemoryBytes = field(given, 'peakMemoryBytes')
  return {
    ...(isCount(cpuMs) ? { cpuMs } : {}),
    ...(isCount(peakMemoryBytes) ? { peakMemoryBytes } : {}),
  }
}

function readText(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, MAX_TEXT_CHARACTERS).toWellFormed() : ''
}

/** Own fields only: `JSON.parse` gives plain objects, whose prototype somebody in this process may have filled. */
function field(record: Fields, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
