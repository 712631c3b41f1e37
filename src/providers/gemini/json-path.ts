import { MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import type { ValuePath } from '../stream/stream-delta.ts'

/** One step: `.name`, `[0]`, `['name']` or `["name"]`. Names after a dot may hold more than RFC 9535 lets them. */
const STEP =
  /\.([^.[\]*'"\s][^.[\]]*)|\[\s*(?:(0|[1-9]\d{0,8})|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/suy

/** An escape of a quoted name. */
const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gisu

const ESCAPED = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Reads a JSONPath that names one place (RFC 9535, singular query); undefined when it does not. */
export function parseJsonPath(text: unknown): ValuePath | undefined {
  if (typeof text !== 'string') return undefined
  const path: (string | number)[] = []
  let position = text.startsWith('$') ? 1 : 0
  while (position < text.length) {
    STEP.lastIndex = position
    const step = STEP.exec(text)
    if (step === null || path.length >= MAX_JSON_DEPTH) return undefined
    const [whole, name, index, single, double] = step
    path.push(index === undefined ? (name ?? unescaped(single ?? double ?? '')) : Number(index))
    position += whole.length
  }
  return path.length === 0 ? undefined : path
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_, code: string | undefined, letter: string | undefined) =>
    code === undefined
      ? (ESCAPED.get(letter ?? '') ?? letter ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
