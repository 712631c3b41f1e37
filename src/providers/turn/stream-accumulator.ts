import { aFlag, checkOptions, type OptionRules } from '../../define/check-options.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { decodeAssembled } from './decode-response.ts'
import type { TurnReading } from './decode-calls.ts'
import type { Decoded, DecodeProblem } from '../decoded.ts'
import type { AssembledResponse, StreamAssembler } from '../provider-format.ts'
import { createJsonReader, type JsonReader } from '../stream/json-reader.ts'
import type { DeltaSink, StreamDelta, ValueDelta } from '../stream/stream-delta.ts'
import { createValueBuilder, type ValueBuilder } from '../stream/value-builder.ts'
import type { AccumulatorOptions, StreamAccumulator } from '../turn.ts'
import { createProblem } from '../wire/answer-facts.ts'

/** As for a whole answer: more than any provider sends. */
const MAX_ARGUMENT_CHARACTERS = 64_000_000

/** More events that cannot be read tell nothing new. */
const MAX_PROBLEMS = 20

const ACCUMULATOR_RULES: OptionRules<AccumulatorOptions> = { partial: aFlag }

/** What is known of a call while it grows. */
interface GrowingCall {
  /**
   * What the reader has not seen: it is fed when somebody wants to see partial values. Kept apart, for cutting the new
   * part out of the whole text would copy all of it every time.
   */
  unread: string
  reader: JsonReader | undefined
  /** For providers that stream values instead of text. */
  builder: ValueBuilder | undefined
}

/** Puts one streamed answer together and tells what each event brought. Costs grow with the length of the stream. */
export function createStreamAccumulator(
  reading: TurnReading,
  options: AccumulatorOptions,
): StreamAccumulator {
  checkOptions('accumulator', options, ACCUMULATOR_RULES)
  const { partial = false } = options
  const assembler = reading.format.createAssembler()
  const problems: DecodeProblem[] = []
  let calls: GrowingCall[] = []
  let deltas: StreamDelta[] = []
  let characters = 0
  let decoded: Decoded | undefined

  function callAt(index: number): GrowingCall {
    return (calls[index] ??= { unread: '', reader: undefined, builder: undefined })
  }

  function readerOf(call: GrowingCall, index: number): JsonReader {
    const tell = (change: ValueDelta): void => {
      deltas.push({ type: 'value', index, change })
    }
    call.reader ??= createJsonReader(partial ? tell : undefined)
    return call.reader
  }

  function note(problem: DecodeProblem): void {
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }

  const sink: DeltaSink = {
    text: (text) => void deltas.push({ type: 'text', text }),
    reasoning: (text) => void deltas.push({ type: 'reasoning', text }),
    callStart(index, id, wireName) {
      const name = wireName === undefined ? undefined : (reading.names.toolName(wireName) ?? wireName)
      deltas.push({
        type: 'call-start',
        index,
        ...(id === undefined ? {} : { id }),
        ...(name === undefined ? {} : { name }),
      })
    },
    callArguments(index, text) {
      characters += text.length
      const call = callAt(index)
      deltas.push({ type: 'arguments', index, text })
      if (partial) readerOf(call, index).push(text)
      else call.unread += text
    },
    callValue(index, change) {
      const call = callAt(index)
      call.builder ??= createValueBuilder()
      call.builder.apply(change)
      if (partial) deltas.push({ type: 'value', index, change })
    },
    callEnd: (index) => void deltas.push({ type: 'call-end', index }),
    reset() {
      calls = []
      deltas.push({ type: 'reset' })
    },
  }

  return {
    push(event) {
      deltas = []
      if (decoded !== undefined || characters > MAX_ARGUMENT_CHARACTERS) return deltas
      try {
        assembler.push(event, sink)
      } catch (thrown) {
        note(createProblem('RESPONSE_UNREADABLE', '', `An event cannot be read: ${messageOf(thrown)}.`))
      }
      if (characters > MAX_ARGUMENT_CHARACTERS) {
        const message = `The arguments of the stream have more than ${MAX_ARGUMENT_CHARACTERS} characters; the rest is not read.`
        note(createProblem('RESPONSE_TOO_LARGE', '', message))
      }
      return deltas
    },
    partial(index): JsonValue | undefined {
      const call = Number.isInteger(index) ? calls[index] : undefined
      if (call === undefined) return undefined
      if (call.builder !== undefined) return call.builder.value()
      const reader = readerOf(call, index)
      reader.push(call.unread)
      call.unread = ''
      return reader.value()
    },
    end() {
      if (decoded !== undefined) return decoded
      const assembled = endOf(assembler)
      const ended = assembled.ended && characters <= MAX_ARGUMENT_CHARACTERS
      decoded = decodeAssembled(reading, {
        ...assembled,
        ended,
        problems: [...problems, ...assembled.problems],
      })
      return decoded
    },
  }
}

/** A host's own events may throw even now, when their fields are put together. */
function endOf(assembler: StreamAssembler): AssembledResponse {
  try {
    return assembler.end()
  } catch (thrown) {
    const problem = createProblem(
      'RESPONSE_UNREADABLE',
      '',
      `The answer cannot be put together: ${messageOf(thrown)}.`,
    )
    return { response: undefined, problems: [problem], unfinished: [], ended: false }
  }
}
