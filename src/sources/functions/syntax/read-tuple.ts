import type { TSTupleElement, TSTupleType } from 'oxc-parser'
import type { Shape, TupleElement } from '../type-shape.ts'
import { needsChecker, type Scope, type SyntaxReader, type SyntaxType } from './syntax-type.ts'

/** `[a: string, b?: number, ...rest: string[]]`; a tuple spread into another is put in its place. */
export function readTuple(node: TSTupleType, scope: Scope, reader: SyntaxReader): Shape<SyntaxType> {
  return {
    kind: 'tuple',
    elements: node.elementTypes.flatMap((element) => readElement(element, scope, reader)),
  }
}

function readElement(
  element: TSTupleElement,
  scope: Scope,
  reader: SyntaxReader,
): readonly TupleElement<SyntaxType>[] {
  switch (element.type) {
    case 'TSNamedTupleMember':
      return readElement(element.elementType, scope, reader).map((read) => ({
        ...read,
        isOptional: read.isOptional || element.optional,
      }))
    case 'TSOptionalType':
      return [{ type: { node: element.typeAnnotation, scope }, isOptional: true, isRest: false }]
    case 'TSRestType': {
      const inner =
        element.typeAnnotation.type === 'TSNamedTupleMember'
          ? element.typeAnnotation.elementType
          : element.typeAnnotation
      if (inner.type === 'TSOptionalType' || inner.type === 'TSRestType')
        throw needsChecker('what is spread into a tuple must be worked out', element, scope)
      const spread = reader.shape({ node: inner, scope })
      if (spread.kind === 'tuple') return spread.elements
      if (spread.kind !== 'array')
        throw needsChecker('what is spread into a tuple must be worked out', element, scope)
      return [{ type: spread.items, isOptional: false, isRest: true }]
    }
    default:
      return [{ type: { node: element, scope }, isOptional: false, isRest: false }]
  }
}
