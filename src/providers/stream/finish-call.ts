import { copyArguments } from '../../calls/copy-arguments.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import type { JsonObject } from '../../schema/json-schema.ts'
import { isDeeperThan, MAX_JSON_DEPTH } from '../../schema/mend/json-text.ts'
import { quoteText } from '../../schema/show-value.ts'
import type { DecodeProblem } from '../decoded.ts'
import { createProblem } from '../wire/answer-facts.ts'

/** The arguments of a call that is over. */
export interface FinishedArguments {
  /** JSON text of an object; what came, unchanged, when it is none. */
  readonly text: string
  /** The same as an object, or `{ _raw: text }`. */
  readonly input: JsonObject
  /** Why the text is not the JSON of an object. */
  readonly problem?: DecodeProblem
}

const MAX_SHOWN_CHARACTERS = 80
const UNREADABLE = '(arguments that are not JSON)'

/** Reads arguments strictly: JSON text, or the value where a provider sends one. Nothing means `{}`. Never throws. */
export function finishArguments(given: unknown): FinishedArguments {
  if (given === undefined || given === null) return { text: '{}', input: {} }
  if (typeof given === 'string') return readText(given)
  try {
    return readValue(given)
  } catch (thrown) {
    // Getters and proxies of a host's object.
    const message = `The arguments cannot be read: ${messageOf(thrown)}.`
    return { ...rawText(UNREADABLE), problem: createProblem('ARGUMENTS_NOT_JSON', '', message) }
  }
}

function readText(text: string): FinishedArguments {
  if (isDeeperThan(text, MAX_JSON_DEPTH)) return tooDeep(text)
  try {
    const value: unknown = text.trim() === '' ? null : JSON.parse(text)
    if (value === null) return { text: '{}', input: {} }
    if (typeof value === 'object' && !Array.isArray(value)) return { text, input: value as JsonObject }
    return notAnObject(text, Array.isArray(value) ? 'an array' : `a ${typeof value}`)
  } catch {
    return notAnObject(text, 'no JSON')
  }
}

function readValue(given: unknown): FinishedArguments {
  const copied = copyArguments(given)
  if (copied.ok) return { text: JSON.stringify(copied.value), input: copied.value as JsonObject }
  const message = `The arguments ${copied.path === '' ? '' : `are not JSON: \`${copied.path}\` `}${copied.reason}.`
  return { ...rawText(showAsText(given)), problem: createProblem('ARGUMENTS_NOT_JSON', '', message) }
}

function tooDeep(text: string): FinishedArguments {
  const message = `The arguments nest deeper than the limit of ${MAX_JSON_DEPTH} levels.`
  return { ...rawText(text), problem: createProblem('ARGUMENTS_TOO_LARGE', '', message) }
}

function notAnObject(text: string, received: string): FinishedArguments {
  const message = `The arguments must be one JSON object, received ${received}: ${quoteText(text, MAX_SHOWN_CHARACTERS)}.`
  return { ...rawText(text), problem: createProblem('ARGUMENTS_NOT_JSON', '', message) }
}

function rawText(text: string): Pick<FinishedArguments, 'text' | 'input'> {
  return { text, input: { _raw: text } }
}

/** For people to read. Never empty, which would mean no arguments, nor the text of an object, which could run. */
function showAsText(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return UNREADABLE
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // A value that holds itself, or nests past what the engine can write.
    return UNREADABLE
  }
}
