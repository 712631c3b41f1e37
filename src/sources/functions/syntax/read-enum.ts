import type { TSEnumDeclaration } from 'oxc-parser'
import type { Shape } from '../type-shape.ts'
import { literalOf } from './literal-of.ts'
import { needsChecker, ofShape, type Scope, type SyntaxType } from './syntax-type.ts'

/** The values of an enum, or of one of its members. */
export function readEnum(node: TSEnumDeclaration, scope: Scope, only?: string): Shape<SyntaxType> {
  const values = new Map<string, string | number>()
  let next: number | undefined = 0
  for (const member of node.body.members) {
    // What is only declared here may have been computed there.
    if (member.initializer === null && node.declare && !node.const)
      throw needsChecker('a declared enum does not say its values', member, scope)
    const name = member.id.type === 'Identifier' ? member.id.name : literalOf(member.id)
    const value: ReturnType<typeof literalOf> =
      member.initializer === null ? next : literalOf(member.initializer)
    if (typeof name !== 'string' || (typeof value !== 'string' && typeof value !== 'number'))
      throw needsChecker('the value of an enum member must be worked out', member, scope)
    values.set(name, value)
    next = typeof value === 'number' ? value + 1 : undefined
  }
  if (only !== undefined) {
    const value = values.get(only)
    if (value === undefined) throw needsChecker(`the enum has no \`${only}\``, node, scope)
    return { kind: 'literal', value }
  }
  return {
    kind: 'union',
    members: [...new Set(values.values())].map((value) => ofShape({ kind: 'literal', value })),
  }
}
