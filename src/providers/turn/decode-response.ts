import { messageOf } from '../../errors/from-unknown.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { quoteText } from '../../schema/show-value.ts'
import { decodeCalls, type TurnReading } from './decode-calls.ts'
import type { Decoded, DecodeProblem, WireResponse } from '../decoded.ts'
import type { AssembledResponse } from '../provider-format.ts'
import { PROVIDER_FORMATS } from '../provider-list.ts'
import { createProblem } from '../wire/answer-facts.ts'

/** Sixty-four million characters: more than any provider sends for one answer. */
const MAX_RESPONSE_CHARACTERS = 64_000_000

/** Reads an answer into neutral form: a parsed body, its text, or the bare message. Never throws. */
export function decodeResponse(reading: TurnReading, response: unknown): Decoded {
  const read = typeof response === 'string' ? parseBody(response, reading.format.title) : { value: response }
  if ('problem' in read) return unreadable(read.problem)
  return decodeAssembled(reading, { response: read.value, problems: [], unfinished: [], ended: true })
}

/** The same for an answer that was put together from a stream. */
export function decodeAssembled(reading: TurnReading, assembled: AssembledResponse): Decoded {
  try {
    return readAssembled(reading, assembled)
  } catch (thrown) {
    // Getters and proxies of a host's object may throw; a whole answer of JSON cannot.
    return unreadable(
      createProblem('RESPONSE_UNREADABLE', '', `The answer cannot be read: ${messageOf(thrown)}.`),
    )
  }
}

function readAssembled(reading: TurnReading, assembled: AssembledResponse): Decoded {
  const wire = reading.format.decode(assembled.response)
  const foreign = foreignShape(reading, assembled.response, wire)
  if (foreign !== undefined) return unreadable(foreign)
  const { calls, problems: callProblems } = decodeCalls(reading, wire, assembled)
  const { text, reasoning, rawFinish, usage, messages } = wire
  const problems = [...assembled.problems, ...wire.problems, ...callProblems]
  if (!assembled.ended) {
    problems.push(
      createProblem('STREAM_CUT', '', 'The stream ended before the provider said that the answer is over.'),
    )
  }
  return {
    text,
    reasoning,
    calls,
    // Some providers say `stop` although they want tools to be called: the content decides.
    finish:
      calls.length > 0 && (wire.finish === 'stop' || wire.finish === 'unknown') ? 'tool_calls' : wire.finish,
    ...(rawFinish === undefined ? {} : { rawFinish }),
    ...(usage === undefined ? {} : { usage }),
    messages,
    problems,
  }
}

/** A wrong address or a wrong provider is the commonest mistake: it is worth saying what the answer looks like. */
function foreignShape(
  { format }: TurnReading,
  response: unknown,
  { problems }: WireResponse,
): DecodeProblem | undefined {
  if (!problems.some(({ code }) => code === 'RESPONSE_UNREADABLE')) return undefined
  // Several providers share a shape: what this one recognises is its own, though broken.
  if (format.recognises(response)) return undefined
  const other = PROVIDER_FORMATS.find(({ recognises }) => recognises(response))
  if (other === undefined) return undefined
  const message = `This is not an answer of ${format.title}: it looks like one of ${other.title}.`
  return createProblem('RESPONSE_UNREADABLE', '', message, `Prepare the turn with \`${other.id}\`.`)
}

function unreadable(problem: DecodeProblem): Decoded {
  return { text: '', reasoning: '', calls: [], finish: 'error', messages: [], problems: [problem] }
}

function parseBody(
  text: string,
  title: string,
): { readonly value: unknown } | { readonly problem: DecodeProblem } {
  if (text.length > MAX_RESPONSE_CHARACTERS) {
    const message = `The answer has ${text.length} characters; the limit is ${MAX_RESPONSE_CHARACTERS}.`
    return { problem: createProblem('RESPONSE_TOO_LARGE', '', message) }
  }
  if (isDeeperThan(text, MAX_JSON_DEPTH)) {
    const message = `The answer nests deeper than the limit of ${MAX_JSON_DEPTH} levels.`
    return { problem: createProblem('RESPONSE_TOO_LARGE', '', message) }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: createProblem('RESPONSE_UNREADABLE', '', describeText(text, title)) }
  }
}

function describeText(text: string, title: string): string {
  const start = text.slice(0, 60).trim()
  if (start === '') return `The body is empty; an answer of ${title} was expected.`
  if (/^<(?:!doctype|html|\?xml)/i.test(start)) {
    return `The body is a web page (${quoteText(start)}), not an answer of ${title}. Is the address right?`
  }
  return `The body is not JSON: it starts with ${quoteText(start)}. An answer of ${title} was expected.`
}
