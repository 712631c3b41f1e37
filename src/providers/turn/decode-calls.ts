import type { CallEcho } from './call-echo.ts'
import type { Effort } from '../dialects/schema-dialect.ts'
import type { DecodedCall, DecodeProblem, WireCall, WireResponse } from '../decoded.ts'
import type { EncodedTool } from './encode-tool.ts'
import { mintCallId } from '../mint-call-id.ts'
import type { WireNames } from '../names/wire-names.ts'
import { unwrapParallel } from './parallel-wrapper.ts'
import type { AssembledResponse, ProviderFormat } from '../provider-format.ts'
import { restoreArguments } from './restore-arguments.ts'
import { finishArguments } from '../stream/finish-call.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { shownName } from '../wire/shown-name.ts'

/** What is needed to read the answer to a request. */
export interface TurnReading {
  readonly format: ProviderFormat
  readonly names: WireNames
  /** The tool as it was sent. */
  toolOf(name: string): EncodedTool | undefined
}

interface DecodedCalls {
  readonly calls: readonly DecodedCall[]
  readonly problems: readonly DecodeProblem[]
}

/** Whether a call can be run: it came whole, or half, or its provider says that the model wrote it wrongly. */
type CallState = 'whole' | 'cut' | 'invalid'

/** What the calls of one answer share. */
interface AnswerSoFar {
  readonly takenIds: Set<string>
  /** For mapping arguments back. */
  readonly effort: Effort
}

/** Steps of mapping the arguments of an answer back; a part of a second. */
const MAX_STEPS = 1_000_000

const MAX_SHOWN_CALLS = 20

interface PlacedCall extends WireCall {
  /** Which of the provider's own calls it is, or stands in. */
  readonly position: number
  /** The id of the wrapper that it came in. */
  readonly wrapped?: string
}

/** Wire calls → neutral ones: names and arguments mapped back, ids made unique, what cannot run marked. None is lost. */
export function decodeCalls(
  reading: TurnReading,
  wire: WireResponse,
  { unfinished, ended }: Pick<AssembledResponse, 'unfinished' | 'ended'>,
): DecodedCalls {
  if (wire.calls.length === 0) return { calls: [], problems: [] }
  if (wire.finish === 'blocked') return { calls: [], problems: [droppedCalls(wire)] }
  const withoutEnd = new Set(unfinished)
  const answer = { takenIds: new Set<string>(), effort: { stepsLeft: MAX_STEPS } }
  const last = wire.calls.length - 1
  const isInvalid = wire.finish === 'invalid_call'
  const calls = wire.calls
    .flatMap((call, position) => unwrap(reading, call, position))
    .map((call, index) => {
      const wasCut =
        withoutEnd.has(call.position) ||
        (call.position === last && (wire.finish === 'length' || !ended) && !isWhole(reading, call))
      return decodeCall(reading, call, index, answer, isInvalid ? 'invalid' : wasCut ? 'cut' : 'whole')
    })
  return { calls, problems: calls.flatMap(({ problem }) => (problem === undefined ? [] : [problem])) }
}

function unwrap({ names }: TurnReading, call: WireCall, position: number): readonly PlacedCall[] {
  const inner = unwrapParallel(call, (name) => names.toolName(name) !== undefined)
  if (inner === undefined) return [{ ...call, position }]
  const wrapped = call.id ?? mintCallId(position, call.name ?? '', '')
  return inner.map((wrappedCall) => ({ ...wrappedCall, position, wrapped }))
}

/** Text of a whole JSON object tells that nothing was cut off; a value does not tell, nor does empty or free text. */
function isWhole({ format }: TurnReading, call: WireCall): boolean {
  const { arguments: args, freeText = false } = call
  if (freeText) return false
  if (format.capabilities.argumentsAs !== 'text' || typeof args !== 'string' || args.trim() === '')
    return false
  return finishArguments(args).problem === undefined
}

function decodeCall(
  { format, names, toolOf }: TurnReading,
  call: PlacedCall,
  index: number,
  { takenIds, effort }: AnswerSoFar,
  state: CallState,
): DecodedCall {
  const finished = finishArguments(call.arguments)
  const wireName = call.name ?? ''
  const name = names.toolName(wireName) ?? wireName
  const minted = (): string => mintCallId(index, wireName, finished.text)
  const id = call.id === undefined || call.id === '' || takenIds.has(call.id) ? minted() : call.id
  takenIds.add(id)
  const problem = problemOf(name, index, finished.problem, state)
  const codec = toolOf(name)?.codec
  const { text, input } =
    codec === undefined || finished.problem !== undefined
      ? finished
      : restoreArguments(finished, codec, effort)
  const echo: CallEcho = {
    provider: format.id,
    ...(call.wrapped === undefined ? {} : { wrapped: call.wrapped }),
    ...idFor(call),
    name: wireName,
    ...(call.echo === undefined ? {} : { data: call.echo }),
  }
  return {
    id,
    name,
    arguments: text,
    input,
    echo,
    // Whatever the reason: so marked, it does not run.
    ...(state === 'whole' ? {} : { truncated: true }),
    ...(problem === undefined ? {} : { problem: { ...problem, callId: id } }),
  }
}

/** The results of wrapped calls go back under the id of the wrapper. */
function idFor({ id, wrapped }: PlacedCall): { id?: string } {
  const own = wrapped ?? id
  return own === undefined || own === '' ? {} : { id: own }
}

function problemOf(
  name: string,
  index: number,
  malformed: DecodeProblem | undefined,
  state: CallState,
): DecodeProblem | undefined {
  const path = `calls[${index}]`
  if (name === '')
    return createProblem('CALL_NAME_MISSING', `${path}.name`, 'A call came without the name of a tool.')
  if (state === 'invalid') {
    return createProblem(
      'CALL_INVALID',
      path,
      `Its provider could not read what the model wrote; the call to '${shownName(name)}' is not run.`,
      'Ask again: the model may write the call well the next time.',
    )
  }
  if (state === 'cut') {
    return createProblem(
      'ARGUMENTS_TRUNCATED',
      `${path}.arguments`,
      `The call to '${shownName(name)}' was cut off before its end; it is not run.`,
    )
  }
  return malformed === undefined ? undefined : { ...malformed, path: `${path}.arguments` }
}

function droppedCalls({ calls }: WireResponse): DecodeProblem {
  const shown = calls.slice(0, MAX_SHOWN_CALLS).map(({ name = '' }) => `'${shownName(name)}'`)
  const names = `${shown.join(', ')}${calls.length > MAX_SHOWN_CALLS ? ', …' : ''}`
  return createProblem(
    'RESPONSE_BLOCKED',
    'calls',
    `The answer was stopped by its provider; its calls (${names}) are not run.`,
  )
}
