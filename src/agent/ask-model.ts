import { raceAbort } from '../approve/race-abort.ts'
import { fromUnknown } from '../errors/from-unknown.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Decoded, TokenUsage } from '../providers/decoded.ts'
import type { StreamDelta } from '../providers/stream/stream-delta.ts'
import type { Turn } from '../providers/turn.ts'
import type { JsonObject } from '../schema/json-schema.ts'
import { MAX_JSON_DEPTH } from '../schema/mend/json-text.ts'
import type { AgentEvent, AgentListener } from './agent-events.ts'
import type { Model } from './model.ts'

/** How asking a model ended. */
export type ModelAnswer =
  | { readonly status: 'answered'; readonly decoded: Decoded }
  | { readonly status: 'cancelled' }
  /** `usage` is what a broken answer cost all the same. */
  | { readonly status: 'failed'; readonly error: ToolwrightError; readonly usage?: TokenUsage }

export interface ModelQuestion {
  readonly model: Model
  readonly turn: Turn
  readonly body: JsonObject
  readonly streaming: boolean
  readonly partial: boolean
  readonly signal: AbortSignal
  readonly step: number
  readonly emit: AgentListener
}

/** One request to the model. Ends at once when the signal aborts, whether the model listens to it or not. Never rejects. */
export async function askModel(question: ModelQuestion): Promise<ModelAnswer> {
  const { signal } = question
  const end = await raceAbort(
    () => (question.streaming ? askStreaming(question) : askPlainly(question)),
    signal,
  )
  if (end.ended === 'aborted' || signal.aborted) return { status: 'cancelled' }
  if (end.ended === 'thrown') return { status: 'failed', error: fromUnknown(end.thrown, 'PROVIDER_ERROR') }
  const decoded = end.value
  for (const problem of decoded.problems) question.emit({ type: 'problem', step: question.step, problem })
  const error = fatalProblem(decoded) ?? unkeepable(decoded)
  return error === undefined
    ? { status: 'answered', decoded }
    : { status: 'failed', error, usage: decoded.usage ?? {} }
}

async function askPlainly({ model, turn, body, signal, step, emit }: ModelQuestion): Promise<Decoded> {
  const decoded = turn.decode(await model.generate(body, { signal }))
  if (signal.aborted) return decoded
  if (decoded.reasoning !== '') emit({ type: 'reasoning-delta', step, text: decoded.reasoning })
  if (decoded.text !== '') emit({ type: 'text-delta', step, text: decoded.text })
  return decoded
}

async function askStreaming(question: ModelQuestion): Promise<Decoded> {
  const { model, turn, body, signal, step, emit } = question
  const accumulator = turn.accumulator({ partial: question.partial })
  try {
    for await (const event of model.stream?.(body, { signal }) ?? []) {
      if (signal.aborted) break
      for (const delta of accumulator.push(event)) emit(toEvent(delta, step))
    }
  } catch (thrown) {
    // Some servers reset the connection, or never close it, when all has been said. Only the provider's word counts.
    const decoded = accumulator.end()
    if (decoded.rawFinish !== undefined && fatalProblem(decoded) === undefined) return decoded
    throw thrown
  }
  return accumulator.end()
}

function toEvent(delta: StreamDelta, step: number): AgentEvent {
  switch (delta.type) {
    case 'text':
      return { type: 'text-delta', step, text: delta.text }
    case 'reasoning':
      return { type: 'reasoning-delta', step, text: delta.text }
    case 'call-start': {
      const { index, id, name } = delta
      return {
        type: 'tool-input-start',
        step,
        index,
        ...(id === undefined ? {} : { callId: id }),
        ...(name === undefined ? {} : { toolName: name }),
      }
    }
    case 'arguments':
      return { type: 'tool-input-delta', step, index: delta.index, text: delta.text }
    case 'value':
      return { type: 'tool-input-value', step, index: delta.index, change: delta.change }
    case 'call-end':
      return { type: 'tool-input-end', step, index: delta.index }
    case 'reset':
      return { type: 'reset', step }
  }
}

/** An answer is kept, and sent back: one that no JSON can be made of would break the run there. */
function unkeepable({ messages, calls }: Decoded): ToolwrightError | undefined {
  const flaw = flawOf([messages, calls.map(({ echo }) => echo)], MAX_JSON_DEPTH)
  if (flaw === 'depth') {
    const message = `The answer nests deeper than the limit of ${MAX_JSON_DEPTH} levels.`
    return new ToolwrightError('RESPONSE_TOO_LARGE', message)
  }
  if (flaw === undefined) return undefined
  return new ToolwrightError('RESPONSE_UNREADABLE', `The answer holds a ${flaw}, which is not a JSON value.`)
}

/** Only what can stop it from being written: what JSON leaves out harms nobody. */
function flawOf(value: unknown, levels: number): 'depth' | 'bigint' | undefined {
  if (typeof value === 'bigint') return 'bigint'
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return 'depth'
  for (const item of Object.values(value)) {
    const flaw = flawOf(item, levels - 1)
    if (flaw !== undefined) return flaw
  }
  return undefined
}

// After one of these the answer cannot be trusted to be whole: nothing of it runs.
const FATAL: ReadonlySet<string> = new Set(['PROVIDER_ERROR', 'RESPONSE_TOO_LARGE', 'STREAM_CUT'])

function fatalProblem({ finish, problems, text, calls }: Decoded): ToolwrightError | undefined {
  const isEmpty = text === '' && calls.length === 0
  const fatal = problems.find(({ code }) => FATAL.has(code) || (isEmpty && code === 'RESPONSE_UNREADABLE'))
  if (fatal !== undefined) {
    return new ToolwrightError(fatal.code, fatal.message, {
      hint: fatal.hint,
      details: { problems },
    })
  }
  if (finish !== 'error') return undefined
  return new ToolwrightError(
    'PROVIDER_ERROR',
    problems[0]?.message ?? 'The provider ended the answer with an error.',
  )
}
