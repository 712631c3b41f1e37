import { ToolwrightError } from '../errors/toolwright-error.ts'
import { nearestNames } from '../schema/nearest.ts'
import { compilePattern, judgePattern } from '../schema/pattern/safe-pattern.ts'
import { createGlobMatcher, type TextMatcher } from './match-glob.ts'

// Keeps the cost of one match in proportion to the text alone.
const MAX_PATTERN_CHARACTERS = 1_024
const MAX_SHOWN_CHARACTERS = 80

/** Throws: what was wrong with which value, what was expected, the cure. */
export function refuse(path: string, value: unknown, expected: string, cure: string): never {
  throw new ToolwrightError(
    'OPTION_INVALID',
    `\`${path}\` is ${show(value)}; expected ${expected}. ${cure}`,
    {
      hint: cure,
      details: { path },
    },
  )
}

export function readObject(value: unknown, path: string, cure: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value
  return refuse(path, value, 'an object', cure)
}

export function readText(value: unknown, path: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  return refuse(path, value, 'a text that is not empty', 'Give one.')
}

export function readFlag(value: unknown, path: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  return refuse(path, value, '`true` or `false`', 'Leave it out for `false`.')
}

/** One name or a list of them. An empty list is refused: it would never match, which for a deny rule is no rule. */
export function readNames(value: unknown, path: string): readonly string[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (names.length === 0)
    refuse(path, value, 'at least one entry', 'Leave the condition out to match everything.')
  return names.map((name) => readPatternText(name, path))
}

export function readOneOf<Name extends string>(value: unknown, known: readonly Name[], path: string): Name {
  const found = known.find((name) => name === value)
  if (found !== undefined) return found
  const list = known.map((name) => `\`${name}\``).join(', ')
  return refuse(path, value, `one of ${list}`, suggest(value, known) ?? 'Choose one of them.')
}

export function refuseUnknownKeys(fields: object, known: readonly string[], path: string): void {
  for (const key of Object.keys(fields)) {
    if (known.includes(key)) continue
    const list = known.map((name) => `\`${name}\``).join(', ')
    const cure = suggest(key, known) ?? 'Remove it.'
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`${path}\` has no field ${show(key)}; it has ${list}. ${cure}`,
      {
        hint: cure,
        details: { path: `${path}.${key}` },
      },
    )
  }
}

/** A glob, or `{ pattern }`: found anywhere in the text, or fitting the whole of it when `isWhole`. */
export function readArgumentPattern(value: unknown, path: string, isWhole: boolean): TextMatcher {
  if (!isObject(value)) return createGlobMatcher(readPatternText(value, path))
  refuseUnknownKeys(value, ['pattern'], path)
  const pattern = readPatternText(value['pattern'], `${path}.pattern`)
  refuseUnsafe(pattern, pattern, path)
  const anchored = isWhole ? `^(?:${pattern})$` : pattern
  refuseUnsafe(anchored, pattern, path)
  const compiled = compilePattern(anchored, false)
  return (text) => compiled.test(text)
}

/** The arguments come from a model: a pattern that some text can keep busy would let it stop the host. */
function refuseUnsafe(pattern: string, written: string, path: string): void {
  const judgement = judgePattern(pattern)
  if (judgement.kind === 'invalid') {
    refuse(`${path}.pattern`, written, 'a regular expression', `Correct it: ${judgement.reason}.`)
  }
  if (judgement.kind === 'unsafe') {
    const cure = 'Write it without look-around, back-references or nested repeats, or use a glob.'
    refuse(`${path}.pattern`, written, 'a pattern that runs in linear time', cure)
  }
}

function readPatternText(value: unknown, path: string): string {
  const text = readText(value, path)
  if (text.length <= MAX_PATTERN_CHARACTERS) return text
  return refuse(path, text, `at most ${MAX_PATTERN_CHARACTERS} characters`, 'Shorten it, or split the rule.')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value) : Array.isArray(value) ? 'a list' : String(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `\`${text.slice(0, MAX_SHOWN_CHARACTERS)}…\`` : `\`${text}\``
}

function suggest(value: unknown, known: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const [nearest] = nearestNames(value, known, 1)
  return nearest === undefined ? undefined : `Did you mean \`${nearest}\`?`
}
