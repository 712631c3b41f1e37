import { isExactNumber, mayHoldInexactNumber } from '../../schema/mend/json-text.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import type { ArgumentCodec, Effort } from '../dialects/schema-dialect.ts'

/** Once the effort for all calls of an answer is used up, each may take what its length allows. */
const STEPS_OF_CHARACTER = 8

/** Arguments as text and as a value. */
interface Arguments {
  readonly text: string
  readonly input: JsonObject
}

/** Maps arguments back from the provider's form of the schema. The text stays as it came where nothing changes. */
export function restoreArguments(
  { text, input }: Arguments,
  codec: ArgumentCodec,
  answer: Effort,
): Arguments {
  const steps = Math.max(answer.stepsLeft, STEPS_OF_CHARACTER * text.length)
  const effort = { stepsLeft: steps }
  const restored = codec.fromWire(input, effort) as JsonObject
  answer.stepsLeft -= steps - effort.stepsLeft
  const plain = JSON.stringify(restored)
  if (plain === JSON.stringify(input)) return { text, input }
  if (!mayHoldInexactNumber(text)) return { text: plain, input: restored }
  return {
    text: JSON.stringify(codec.fromWire(parseKeepingDigits(text), { stepsLeft: steps })),
    input: restored,
  }
}

// es2024 does not know them yet; every Node that we run on does.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Numbers that a double cannot hold stay as their text, so that writing them again loses no digit. */
function parseKeepingDigits(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && !isExactNumber(context.source, value)
      ? rawJSON(context.source)
      : value,
  )
}
