import type { TSMappedType } from 'oxc-parser'
import type { ObjectShape, PropertyShape, Shape } from '../type-shape.ts'
import { literalsOf } from './members-of-union.ts'
import { bind, needsChecker, ofShape, type Scope, type SyntaxReader, type SyntaxType } from './syntax-type.ts'
import { withoutUndefined } from './without-undefined.ts'

/** `{ [Key in Keys]: Type }`, over names that are known; properties of `keyof T` keep what they were. */
export function readMapped(node: TSMappedType, scope: Scope, reader: SyntaxReader): Shape<SyntaxType> {
  const { constraint, nameType, typeAnnotation, optional } = node
  if (nameType !== null || typeAnnotation === null)
    throw needsChecker('a mapped type must be worked out', node, scope)
  const valueFor = (key: Shape<SyntaxType>): SyntaxType => ({
    node: typeAnnotation,
    scope: bind(scope, [
      [node.key.name, { shape: key, key: `key ${'value' in key ? String(key.value) : key.kind}` }],
    ]),
  })
  const original = originalOf(node, scope, reader)
  const keyShape = original === undefined ? reader.shape({ node: constraint, scope }) : undefined
  if (keyShape?.kind === 'string' || keyShape?.kind === 'number')
    return { kind: 'object', properties: [], index: { type: valueFor(keyShape), keys: keyShape.kind } }
  const names =
    original?.properties.map(({ name }) => name) ?? literalsOf({ node: constraint, scope }, reader)
  if (names === undefined) throw needsChecker('the keys of a mapped type must be worked out', node, scope)
  const isMadeOptional = optional === true || optional === '+'
  return {
    kind: 'object',
    properties: names.map((given): PropertyShape<SyntaxType> => {
      const name = String(given)
      const before = original?.properties.find((property) => property.name === name)
      const wasOptional = before?.isOptional === true
      const type = valueFor({ kind: 'literal', value: name })
      return {
        name,
        // `-?` takes undefined away too. Where it stays optional, undefined is no value of its own either.
        type: wasOptional ? ofShape(reader.shape(withoutUndefined(type, reader))) : type,
        isOptional: isMadeOptional || (wasOptional && optional !== '-'),
        ...(before?.place === undefined ? {} : { place: before.place }),
      }
    }),
  }
}

/** The type whose properties are mapped, of `keyof T`. */
function originalOf(
  { constraint }: TSMappedType,
  scope: Scope,
  reader: SyntaxReader,
): ObjectShape<SyntaxType> | undefined {
  if (constraint.type !== 'TSTypeOperator' || constraint.operator !== 'keyof') return undefined
  const shape = reader.shape({ node: constraint.typeAnnotation, scope })
  if (shape.kind !== 'object' || shape.index !== undefined)
    throw needsChecker('the keys of a mapped type must be worked out', constraint, scope)
  return shape
}
