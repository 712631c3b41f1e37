import type { Node } from 'oxc-parser'

/** The value of a literal in the source, with a minus before a number; undefined for anything else. */
export function literalOf(node: Node): string | number | boolean | bigint | undefined {
  if (node.type === 'UnaryExpression') {
    const value = literalOf(node.argument)
    if (typeof value !== 'number') return undefined
    return node.operator === '-' ? -value : node.operator === '+' ? value : undefined
  }
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? ''
  if (node.type !== 'Literal') return undefined
  const { value } = node
  return value === null || value instanceof RegExp ? undefined : value
}
