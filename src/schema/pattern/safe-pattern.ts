import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { compileLinear, toLinearSyntax } from './linear-pattern.ts'
import { patternCost } from './pattern-cost.ts'
import { readPattern, type PatternNode } from './pattern-syntax.ts'

/**
 * What a pattern may run on: `native` is linear on the built-in engine, `linear` needs the linear-time engine (on short
 * texts the built-in one will do when `isQuadratic`), `unsafe` can run on neither.
 */
export type Judgement =
  | { readonly kind: 'native' }
  | { readonly kind: 'linear'; readonly syntax: string; readonly isQuadratic: boolean }
  | { readonly kind: 'unsafe' }
  | { readonly kind: 'invalid'; readonly reason: string }

/** Longer ones are not analysed. */
const MAX_ANALYSED_CHARACTERS = 1_000
/** Up to here a quadratic pattern takes microseconds on the built-in engine. */
const SHORT_TEXT_CHARACTERS = 200

/** Something that tests texts. */
export interface TextTest {
  test(text: string): boolean
}

// The same few patterns (dates, ids, slugs) come back in tool after tool. Emptied when full: judging again is cheap.
const judged = new Map<string, Judgement>()
const MAX_JUDGED = 500

/** Says how a pattern can be run so that no text makes it take for ever. Loads no engine. */
export function judgePattern(pattern: string): Judgement {
  const known = judged.get(pattern)
  if (known !== undefined) return known
  const judgement = judge(pattern)
  if (pattern.length > MAX_ANALYSED_CHARACTERS) return judgement
  if (judged.size >= MAX_JUDGED) judged.clear()
  judged.set(pattern, judgement)
  return judgement
}

function judge(pattern: string): Judgement {
  const reason = whyInvalid(pattern)
  if (reason !== undefined) return { kind: 'invalid', reason }
  if (pattern.length > MAX_ANALYSED_CHARACTERS) return { kind: 'unsafe' }
  const node = readPattern(pattern)
  return node === undefined ? { kind: 'unsafe' } : judgeNode(node)
}

function judgeNode(node: PatternNode): Judgement {
  const cost = patternCost(node)
  if (cost <= 1) return { kind: 'native' }
  const syntax = toLinearSyntax(node)
  return syntax === undefined ? { kind: 'unsafe' } : { kind: 'linear', syntax, isQuadratic: cost <= 2 }
}

function whyInvalid(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, 'u').unicode ? undefined : 'it is not read as Unicode'
  } catch (thrown) {
    return messageOf(thrown)
      .replace(/^Invalid regular expression: /, '')
      .slice(-120)
  }
}

/** Makes the test of a pattern: a RegExp when that is safe or its author trusted, else one that takes linear time. */
export function compilePattern(pattern: string, isTrusted: boolean): RegExp | TextTest {
  const judgement = judgePattern(pattern)
  if (judgement.kind === 'native' || (isTrusted && judgement.kind !== 'invalid'))
    return new RegExp(pattern, 'u')
  if (judgement.kind === 'linear') return createLinearTest(pattern, judgement.syntax, judgement.isQuadratic)
  const code = judgement.kind === 'invalid' ? 'SCHEMA_PATTERN_INVALID' : 'SCHEMA_PATTERN_UNSAFE'
  throw new ToolwrightError(code, `The pattern \`${pattern.slice(0, 200)}\` cannot be used.`)
}

function createLinearTest(pattern: string, syntax: string, isQuadratic: boolean): TextTest {
  const native = isQuadratic ? new RegExp(pattern, 'u') : undefined
  let linear: TextTest | undefined
  return {
    test(text) {
      if (native !== undefined && text.length <= SHORT_TEXT_CHARACTERS) return native.test(text)
      linear ??= compileLinear(syntax)
      return linear.test(text)
    },
  }
}
