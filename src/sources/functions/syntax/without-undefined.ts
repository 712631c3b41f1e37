import { membersOfUnion } from './members-of-union.ts'
import { ofShape, type SyntaxReader, type SyntaxType } from './syntax-type.ts'

/** A type without `undefined`; the type itself when it has none. */
export function withoutUndefined(type: SyntaxType, reader: SyntaxReader): SyntaxType {
  const members = membersOfUnion(type, reader)
  const kept = members.filter((member) => reader.shape(member).kind !== 'undefined')
  if (kept.length === members.length) return type
  const [only] = kept
  return kept.length === 1 && only !== undefined ? only : ofShape({ kind: 'union', members: kept })
}
