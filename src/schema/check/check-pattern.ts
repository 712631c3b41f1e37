import { judgePattern } from '../pattern/safe-pattern.ts'
import { quoteValue, type SchemaFrame, type SchemaWalk } from './schema-walk.ts'

/** Checks one regular expression of a schema: that it is one, and that no text can make it run for ever. */
export function checkPattern(
  walk: SchemaWalk,
  frame: SchemaFrame,
  at: readonly (string | number)[],
  pattern: string,
): void {
  walk.admitPattern(pattern.length)
  if (walk.full) return
  const isKey = at.length > 1
  const judgement = judgePattern(pattern)
  if (judgement.kind === 'invalid') {
    walk.report(
      frame,
      at,
      'SCHEMA_PATTERN_INVALID',
      `The pattern ${quoteValue(pattern)} is no regular expression: ${judgement.reason}.`,
    )
  } else if (
    !walk.trustedPatterns &&
    (judgement.kind === 'unsafe' || (isKey && judgement.kind !== 'native'))
  ) {
    const message = `The pattern ${quoteValue(pattern)} could take very long on some texts.`
    walk.report(frame, at, 'SCHEMA_PATTERN_UNSAFE', message)
  }
}
