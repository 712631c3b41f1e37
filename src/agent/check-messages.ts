import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Message } from '../providers/transcript.ts'
import { fieldsOf, isFields } from '../providers/wire/read-fields.ts'
import { showValue } from '../schema/show-value.ts'

interface MessageShape {
  readonly expected: string
  fits(message: Readonly<Record<string, unknown>>): boolean
}

const SHAPES: { readonly [Role in Message['role']]: MessageShape } = {
  system: {
    expected: "`{ role: 'system', content }` with a text",
    fits: ({ content }) => typeof content === 'string',
  },
  user: {
    expected: "`{ role: 'user', content }` with a text or a list of parts",
    fits: ({ content }) => typeof content === 'string' || isListOf(content, isPart),
  },
  assistant: {
    expected: "`{ role: 'assistant', content, calls? }` with a text, and calls as `{ id, name, arguments }`",
    fits: ({ content, calls }) =>
      typeof content === 'string' && (calls === undefined || isListOf(calls, isCall)),
  },
  tool: {
    expected: "`{ role: 'tool', results }` with the results as `execute` gives them",
    fits: ({ results }) => isListOf(results, isResult),
  },
}

/** Throws for a message that no provider could be sent, such as one in the form of a provider: it would break later. */
export function checkMessages(owner: string, messages: readonly unknown[]): void {
  for (const [index, message] of messages.entries()) {
    const { role } = fieldsOf(message)
    const isKnown = typeof role === 'string' && Object.hasOwn(SHAPES, role)
    const shape = isKnown ? SHAPES[role as Message['role']] : undefined
    if (shape?.fits(fieldsOf(message)) === true) continue
    const expected = shape?.expected ?? `an object with a role: ${Object.keys(SHAPES).join(', ')}`
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`messages[${index}]\` of \`${owner}\` must be ${expected}, not ${showValue(message)}.`,
    )
  }
}

function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits)
}

function isPart(value: unknown): boolean {
  return typeof fieldsOf(value)['type'] === 'string'
}

function isCall(value: unknown): boolean {
  const { id, name, arguments: text } = fieldsOf(value)
  return typeof id === 'string' && typeof name === 'string' && typeof text === 'string'
}

function isResult(value: unknown): boolean {
  const { callId, toolName, status, content } = fieldsOf(value)
  return (
    typeof callId === 'string' &&
    typeof toolName === 'string' &&
    typeof status === 'string' &&
    isFields(content)
  )
}
