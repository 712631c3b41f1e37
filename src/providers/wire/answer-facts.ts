import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts'
import type { DecodeProblem, FinishReason, TokenUsage } from '../decoded.ts'
import { numberOf } from './read-fields.ts'

/** A problem with an answer; the cure is that of the code unless a better one is known. */
export function createProblem(
  code: ErrorCode,
  path: string,
  message: string,
  hint: string = ERROR_CODES[code].cure,
): DecodeProblem {
  return { path, code, message, hint }
}

/** Looks a provider's word up in its table; a word that is not in it is `unknown`. */
export function finishFrom(table: ReadonlyMap<string, FinishReason>, word: unknown): FinishReason {
  return (typeof word === 'string' ? table.get(word) : undefined) ?? 'unknown'
}

/** Keeps what is a number; undefined when nothing is. */
export function usageFrom(counts: {
  readonly [Name in keyof Required<TokenUsage>]?: unknown
}): TokenUsage | undefined {
  const numbers = Object.entries(counts).filter(([, count]) => numberOf(count) !== undefined)
  return numbers.length === 0 ? undefined : Object.fromEntries(numbers)
}
