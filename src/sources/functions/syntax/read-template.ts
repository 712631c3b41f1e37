import type { TSTemplateLiteralType } from 'oxc-parser'
import type { Shape } from '../type-shape.ts'
import { literalsOf } from './members-of-union.ts'
import { templatePattern } from '../template-pattern.ts'
import { needsChecker, ofShape, type Scope, type SyntaxReader, type SyntaxType } from './syntax-type.ts'

const MAX_TEXTS = 500

/** `` `${'a' | 'b'}-${number}` ``: every text there can be, or a pattern; unions are multiplied out. */
export function readTemplate(
  node: TSTemplateLiteralType,
  scope: Scope,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const texts = node.quasis.map(({ value }) => value.cooked ?? '')
  // Each way through the template: texts around the places that stay open.
  let ways: readonly Way[] = [{ texts: [texts[0] ?? ''], open: [] }]
  for (const [index, inner] of node.types.entries()) {
    const type: SyntaxType = { node: inner, scope }
    const after = texts[index + 1] ?? ''
    const { kind } = reader.shape(type)
    if (kind === 'string' || kind === 'number') {
      ways = ways.map((way) => ({ texts: [...way.texts, after], open: [...way.open, kind] }))
      continue
    }
    const values = literalsOf(type, reader)
    if (values === undefined || ways.length * values.length > MAX_TEXTS)
      throw needsChecker('a template must be worked out', node, scope)
    ways = ways.flatMap((way) =>
      values.map((value) => ({
        ...way,
        texts: [...way.texts.slice(0, -1), `${way.texts.at(-1) ?? ''}${String(value)}${after}`],
      })),
    )
  }
  const members = ways.map((way) =>
    ofShape(
      way.open.length === 0
        ? { kind: 'literal', value: way.texts[0] ?? '' }
        : { kind: 'pattern', pattern: templatePattern(way.texts, way.open) },
    ),
  )
  const [only] = members
  return members.length === 1 && only !== undefined ? reader.shape(only) : { kind: 'union', members }
}

interface Way {
  readonly texts: readonly string[]
  readonly open: readonly ('string' | 'number')[]
}
