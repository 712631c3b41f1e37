import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.ts'
import type { ResultError } from '../errors/result-error.ts'
import type { ValueNote } from '../schema/mend/fill-defaults.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { isDeeperThan, mayHoldInexactNumber, MAX_JSON_DEPTH } from '../schema/mend/json-text.ts'
import { quoteText, showValue } from '../schema/show-value.ts'
import { createArgumentsError } from './arguments-error.ts'
import { describeProblems } from './describe-problems.ts'
import { findInexactNumbers } from './find-inexact-numbers.ts'
import { looksCut, repairJson } from './repair-json.ts'

/** Ten million characters: more than any model writes in one call. */
const DEFAULT_MAX_CHARACTERS = 10_000_000

// Looking closely at malformed text takes a hundred times its memory; what is longer is refused without it.
const MAX_MENDED_CHARACTERS = 1_000_000

/** How arguments are read. */
export interface ParseOptions {
  /** Mends malformed JSON where nothing can be lost; meant for safe and low tools. @default false */
  readonly repair?: boolean | undefined
  /** The provider cut the call at the token limit: it is refused, whatever the text looks like. @default false */
  readonly truncated?: boolean | undefined
  /** Lets numbers be rounded that a double cannot hold; for readers that go back to the text. @default false */
  readonly allowInexact?: boolean | undefined
  /** @default 10_000_000 */
  readonly maxCharacters?: number | undefined
}

/** The tool that a text was sent to. */
export interface ParsedFor {
  readonly name: string
  /** Tells whether a number that is too large may come as text. */
  readonly inputSchema?: JsonSchema
}

export type ParsedArguments =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly notes: readonly ValueNote[] }
  | { readonly ok: false; readonly error: ResultError }

export const NO_NOTES: readonly ValueNote[] = Object.freeze([])

const REPAIRED: readonly ValueNote[] = Object.freeze([
  Object.freeze({
    kind: 'repaired',
    path: '',
    message: 'the arguments were not strict JSON; only punctuation was mended',
  }),
])

/** Reads the JSON text of a call, strictly. Empty text and null mean no arguments. Never throws. */
export function parseArguments(text: string, tool: ParsedFor, options: ParseOptions = {}): ParsedArguments {
  const { truncated = false, maxCharacters = DEFAULT_MAX_CHARACTERS } = options
  if (truncated) {
    return refuse(
      'ARGUMENTS_TRUNCATED',
      tool.name,
      `were cut off by the token limit after ${text.length} characters`,
    )
  }
  if (text.length > maxCharacters) {
    return refuse(
      'ARGUMENTS_TOO_LARGE',
      tool.name,
      `have ${text.length} characters; the limit is ${maxCharacters}`,
    )
  }
  if (isDeeperThan(text, MAX_JSON_DEPTH)) {
    return refuse('ARGUMENTS_TOO_LARGE', tool.name, `nest deeper than the limit of ${MAX_JSON_DEPTH} levels`)
  }
  try {
    return acceptValue(JSON.parse(text), text, tool, options, NO_NOTES)
  } catch (error) {
    return text.trim() === ''
      ? acceptValue(null, text, tool, options, NO_NOTES)
      : parseMalformed(text, tool, options, error)
  }
}

function acceptValue(
  value: unknown,
  text: string,
  tool: ParsedFor,
  options: ParseOptions,
  notes: readonly ValueNote[],
): ParsedArguments {
  if (value === null) return { ok: true, value: {}, notes }
  if (typeof value !== 'object' || Array.isArray(value)) {
    return refuse('ARGUMENTS_NOT_JSON', tool.name, `must be one JSON object, received ${showValue(value)}`)
  }
  if (options.allowInexact !== true && mayHoldInexactNumber(text)) {
    const problems = findInexactNumbers(text, tool.inputSchema)
    if (problems.length > 0) return { ok: false, error: describeProblems(tool.name, problems) }
  }
  return { ok: true, value: value as Record<string, unknown>, notes }
}

function parseMalformed(
  text: string,
  tool: ParsedFor,
  options: ParseOptions,
  thrown: unknown,
): ParsedArguments {
  const isShort = text.length <= MAX_MENDED_CHARACTERS
  if (isShort && looksCut(text)) {
    const end = quoteText(text.slice(-30))
    return refuse(
      'ARGUMENTS_NOT_JSON',
      tool.name,
      `are not valid JSON: the text ends in the middle, at ${end}`,
    )
  }
  const repaired = isShort && options.repair === true ? repairJson(text) : undefined
  if (repaired !== undefined) return acceptValue(JSON.parse(repaired), repaired, tool, options, REPAIRED)
  return refuse('ARGUMENTS_NOT_JSON', tool.name, `are not valid JSON${whereIn(text, thrown)}`)
}

/** Where the parser stopped. Its own message is not passed on: it may quote the whole text. */
function whereIn(text: string, thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : ''
  const position = /at position (\d+)/.exec(said)?.[1]
  if (position !== undefined) {
    const at = Number(position)
    return ` at character ${at}, near ${quoteText(text.slice(Math.max(0, at - 15), at + 15))}`
  }
  const token = /^Unexpected token '(.{1,2})'/su.exec(said)?.[1]
  return token === undefined ? '' : `: ${quoteText(token)} is not expected where it stands`
}

function refuse(
  code: ErrorCode,
  toolName: string,
  what: string,
): { readonly ok: false; readonly error: ResultError } {
  const message = `the arguments for tool '${toolName}' ${what}. ${ERROR_CODES[code].cure}`
  return { ok: false, error: createArgumentsError(code, message) }
}
