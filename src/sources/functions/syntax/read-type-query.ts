import type { Expression, Node, TSTypeQuery } from 'oxc-parser'
import type { PropertyShape, Shape } from '../type-shape.ts'
import { findName } from './find-name.ts'
import { literalOf } from './literal-of.ts'
import {
  needsChecker,
  ofShape,
  placeOf,
  type Scope,
  scopeOf,
  type SyntaxReader,
  type SyntaxType,
} from './syntax-type.ts'

/** `typeof NAME`, of a constant that is written `as const` or has a type. */
export function readTypeQuery(node: TSTypeQuery, scope: Scope, reader: SyntaxReader): Shape<SyntaxType> {
  const name = node.exprName.type === 'Identifier' ? node.exprName.name : undefined
  const found = name === undefined ? undefined : findName(reader.files, scope.file, name)
  const declared =
    found?.kind === 'declared'
      ? found.declarations.filter((one) => one.node.type === 'VariableDeclarator')
      : []
  const only = declared[0]?.node
  if (found?.kind !== 'declared' || declared.length !== 1 || only?.type !== 'VariableDeclarator')
    throw needsChecker(`what \`typeof ${name ?? '…'}\` is must be worked out`, node, scope)
  const own = scopeOf(found.file)
  const annotation = only.id.type === 'Identifier' ? only.id.typeAnnotation : undefined
  if (annotation) return reader.shape({ node: annotation.typeAnnotation, scope: own })
  const constant = only.init === null ? undefined : asConst(only.init)
  if (constant === undefined)
    throw needsChecker(`what \`typeof ${name ?? '…'}\` is must be worked out`, node, scope)
  return readConstant(constant, own)
}

/** The expression in `… as const`, with a `satisfies` around it or without. */
function asConst(init: Expression): Expression | undefined {
  if (init.type === 'TSSatisfiesExpression') return asConst(init.expression)
  if (init.type !== 'TSAsExpression' || init.typeAnnotation.type !== 'TSTypeReference') return undefined
  const { typeName } = init.typeAnnotation
  return typeName.type === 'Identifier' && typeName.name === 'const' ? init.expression : undefined
}

function readConstant(node: Node, scope: Scope): Shape<SyntaxType> {
  if (node.type === 'ArrayExpression') {
    const elements = node.elements.map((element) => {
      if (element === null || element.type === 'SpreadElement') throw unknown(node, scope)
      return { type: ofShape(readConstant(element, scope)), isOptional: false, isRest: false }
    })
    return { kind: 'tuple', elements }
  }
  if (node.type === 'ObjectExpression') {
    const properties = node.properties.map((property): PropertyShape<SyntaxType> => {
      if (property.type !== 'Property' || property.kind !== 'init' || property.method)
        throw unknown(node, scope)
      const name =
        property.key.type === 'Identifier' && !property.computed ? property.key.name : literalOf(property.key)
      if (name === undefined) throw unknown(property, scope)
      return {
        name: String(name),
        type: ofShape(readConstant(property.value, scope)),
        isOptional: false,
        place: placeOf(property, scope),
      }
    })
    return { kind: 'object', properties }
  }
  if (node.type === 'Literal' && node.value === null && node.raw === 'null') return { kind: 'null' }
  const value = literalOf(node)
  if (value === undefined || typeof value === 'bigint') throw unknown(node, scope)
  return { kind: 'literal', value }
}

function unknown(node: Node, scope: Scope): Error {
  return needsChecker('a constant must be worked out', node, scope)
}
