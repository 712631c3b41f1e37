import { type PlainKind, refused, type Shape } from '../type-shape.ts'
import type { SourceFiles } from './source-files.ts'
import { readIndexedAccess, readKeyof } from './read-index.ts'
import { readIntersection } from './read-intersection.ts'
import { readMapped } from './read-mapped.ts'
import { readMembers } from './read-members.ts'
import { readImportType, readReference } from './read-reference.ts'
import { readTemplate } from './read-template.ts'
import { readTuple } from './read-tuple.ts'
import { readTypeQuery } from './read-type-query.ts'
import { literalOf } from './literal-of.ts'
import { needsChecker, sourceOf, type SyntaxReader, type SyntaxType } from './syntax-type.ts'

const KEYWORDS: Readonly<Record<string, PlainKind>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  TSUndefinedKeyword: 'undefined',
  TSVoidKeyword: 'undefined',
  TSAnyKeyword: 'any',
  TSUnknownKeyword: 'unknown',
  TSNeverKeyword: 'never',
  TSObjectKeyword: 'anyObject',
}

/**
 * Reads types as they are written, without a compiler. What it gives is right; where it cannot be sure it throws
 * NeedsChecker.
 */
export function createSyntaxReader(files: SourceFiles): SyntaxReader {
  const reader: SyntaxReader = { files, keepsOrder: true, shape: (type) => readShape(type, reader) }
  return reader
}

function readShape(type: SyntaxType, reader: SyntaxReader): Shape<SyntaxType> {
  if ('shape' in type) return type.shape
  const { node, scope } = type
  const keyword = KEYWORDS[node.type]
  if (keyword !== undefined) return { kind: keyword }
  const here = (inner: typeof node): SyntaxType => ({ node: inner, scope })
  switch (node.type) {
    case 'TSBigIntKeyword':
      return refused('a bigint', 'Take text or a number, and make the bigint inside the function.')
    case 'TSSymbolKeyword':
      return refused('a symbol')
    case 'TSFunctionType':
    case 'TSConstructorType':
      return refused('a function')
    case 'TSLiteralType': {
      const value = literalOf(node.literal)
      if (value === undefined)
        throw needsChecker(`\`${sourceOf(node, scope)}\` must be worked out`, node, scope)
      return typeof value === 'bigint' ? refused('a bigint') : { kind: 'literal', value }
    }
    case 'TSTemplateLiteralType':
      return readTemplate(node, scope, reader)
    case 'TSArrayType':
      return { kind: 'array', items: here(node.elementType) }
    case 'TSTupleType':
      return readTuple(node, scope, reader)
    case 'TSUnionType':
      return { kind: 'union', members: node.types.map(here) }
    case 'TSIntersectionType':
      return readIntersection(node.types.map(here), type, reader)
    case 'TSTypeLiteral':
      return readMembers(node.members, scope)
    case 'TSTypeReference':
      return readReference(node, scope, reader)
    case 'TSImportType':
      return readImportType(node, scope, reader)
    case 'TSTypeOperator':
      if (node.operator === 'keyof') return readKeyof(here(node.typeAnnotation), type, reader)
      if (node.operator === 'unique') return refused('a symbol')
      return reader.shape(here(node.typeAnnotation)) // readonly
    case 'TSIndexedAccessType':
      return readIndexedAccess(here(node.objectType), here(node.indexType), type, reader)
    case 'TSMappedType':
      return readMapped(node, scope, reader)
    case 'TSTypeQuery':
      return readTypeQuery(node, scope, reader)
    case 'TSParenthesizedType':
      return reader.shape(here(node.typeAnnotation))
    default:
      throw needsChecker(`\`${sourceOf(node, scope)}\` must be worked out`, node, scope)
  }
}
