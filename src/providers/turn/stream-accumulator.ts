import { messageOf } from '../../errors/from-unknown.ts'
import type { JsonValue } from '../../schema/json-schema.ts'
import { decodeAssembled } from './decode-response.ts'
import type { TurnReading } from './decode-calls.ts'
import type { Decoded, DecodeProblem } from '../decoded.ts'
import { createJsonReader, type JsonReader } from '../stream/json-reader.ts'
import type { DeltaSink, StreamDelta, ValueDelta } from '../stream/stream-delta.ts'
import { createValueBuilder, type ValueBuilder } from '../stream/value-builder.ts'
import type { AccumulatorOptions, StreamAccumulator } from '../turn.ts'
import { createProblem } from '../wire/answer-facts.ts'

/** As for a whole answer: more than any provider sends. */
const MAX_ARGUMENT_CHARACTERS = 64_000_000

/** What is known of a call while it grows. */
interface GrowingCall {
  /** Everything that came, in the provider's own words. */
  text: string
  /** How much of the text the reader has seen: it is fed when somebody wants to see partial values. */
  readCharacters: number
  reader: JsonReader | undefined
  /** For providers that stream values instead of text. */
  builder: ValueBuilder | undefined
}

/** Puts one streamed answer together and tells what each event brought. Costs grow with the length of the stream. */
export function createStreamAccumulator(
  reading: TurnReading,
  { partial = false }: AccumulatorOptions,
): StreamAccumulator {
  const assembler = reading.format.createAssembler()
  const problems: DecodeProblem[] = []
  let calls: GrowingCall[] = []
  let deltas: StreamDelta[] = []
  let characters = 0
  let decoded: Decoded | undefined

  function callAt(index: number): GrowingCall {
    return (calls[index] ??= { text: '', readCharacters: 0, reader: undefined, builder: undefined })
  }

  function readerOf(call: GrowingCall, index: number): JsonReader {
    const tell = (change: ValueDelta): void => {
      deltas.push({ type: 'value', index, change })
    }
    call.reader ??= createJsonReader(partial ? tell : undefined)
    return call.reader
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
      call.text += text
      deltas.push({ type: 'arguments', index, text })
      if (!partial) return
      readerOf(call, index).push(text)
      call.readCharacters = call.text.length
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
        problems.push(
          createProblem('RESPONSE_UNREADABLE', '', `An event cannot be read: ${messageOf(thrown)}.`),
        )
      }
      if (characters > MAX_ARGUMENT_CHARACTERS) {
        const message = `The arguments of the stream have more than ${MAX_ARGUMENT_CHARACTERS} characters; the rest is not read.`
        problems.push(createProblem('RESPONSE_TOO_LARGE', '', message))
      }
      return deltas
    },
    partial(index): JsonValue | undefined {
      const call = calls[index]
      if (call === undefined) return undefined
      if (call.builder !== undefined) return call.builder.value()
      const reader = readerOf(call, index)
      if (call.readCharacters < call.text.length) reader.push(call.text.slice(call.readCharacters))
      call.readCharacters = call.text.length
      return reader.value()
    },
    end() {
      if (decoded !== undefined) return decoded
      const assembled = assembler.end()
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
