import type { DecodeProblem } from '../decoded.ts'
import { createProblem } from '../wire/answer-facts.ts'
import { fieldsOf, listOf, textOf } from '../wire/read-fields.ts'

/** An error as a provider words it: text, `{ message }`, or a list of `{ msg }` (validation of a request). */
export function providerError(title: string, error: unknown): DecodeProblem {
  const fields = fieldsOf(error)
  const words =
    textOf(error) ??
    textOf(fields['message']) ??
    textOf(fieldsOf(listOf(error)[0])['msg']) ??
    textOf(fields['code']) ??
    'no reason was given'
  const message = `${title} answered with an error: ${words}`
  return isInvalidCall(error)
    ? createProblem(
        'CALL_INVALID',
        '',
        message,
        'Ask again: the model may write the call well the next time.',
      )
    : createProblem('PROVIDER_ERROR', '', message)
}

/** Whether the error says that the model wrote a call which its provider (Groq) could not read. */
export function isInvalidCall(error: unknown): boolean {
  return fieldsOf(error)['code'] === 'tool_use_failed'
}
