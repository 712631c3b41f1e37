import type { PropertyShape, Shape } from '../type-shape.ts'
import { literalsOf, membersOfUnion } from './members-of-union.ts'
import { needsChecker, ofShape, type SyntaxReader, type SyntaxType, type WrittenType } from './syntax-type.ts'

/** `keyof T`, of a type whose properties are known by name. */
export function readKeyof(
  type: SyntaxType,
  { node, scope }: WrittenType,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const shape = reader.shape(type)
  if (shape.kind !== 'object' || shape.index !== undefined)
    throw needsChecker('which keys are meant must be worked out', node, scope)
  return unionOf(shape.properties.map(({ name }) => ofShape({ kind: 'literal', value: name })))
}

/** `T['name']`, `T['a' | 'b']`, `T[number]`. */
export function readIndexedAccess(
  type: SyntaxType,
  index: SyntaxType,
  { node, scope }: WrittenType,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const shape = reader.shape(type)
  const indexShape = reader.shape(index)
  if (indexShape.kind === 'number' && shape.kind === 'array') return reader.shape(shape.items)
  if (
    indexShape.kind === 'number' &&
    shape.kind === 'tuple' &&
    shape.elements.every((element) => !element.isOptional)
  )
    return unionOf(
      shape.elements.map((element) => element.type),
      reader,
    )
  const names = literalsOf(index, reader)
  if (shape.kind !== 'object' || names === undefined)
    throw needsChecker('which property is meant must be worked out', node, scope)
  const chosen = names.map((name) => shape.properties.find((property) => property.name === String(name)))
  if (!chosen.every((property): property is PropertyShape<SyntaxType> => property !== undefined))
    throw needsChecker('it names a property that is not declared', node, scope)
  return unionOf(
    chosen.flatMap((property) => (property.isOptional ? [property.type, UNDEFINED] : [property.type])),
    reader,
  )
}

const UNDEFINED = ofShape({ kind: 'undefined' })

function unionOf(types: readonly SyntaxType[], reader?: SyntaxReader): Shape<SyntaxType> {
  const [only] = types
  if (types.length === 1 && only !== undefined && reader !== undefined) return reader.shape(only)
  return {
    kind: 'union',
    members: reader === undefined ? types : types.flatMap((type) => membersOfUnion(type, reader)),
  }
}
