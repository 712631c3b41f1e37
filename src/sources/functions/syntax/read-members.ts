import type { TSSignature } from 'oxc-parser'
import { type ObjectShape, type PropertyShape, refused } from '../type-shape.ts'
import { literalOf } from './literal-of.ts'
import { needsChecker, ofShape, placeOf, type Scope, type SyntaxType } from './syntax-type.ts'

/** The members of an interface or of a type literal. */
export function readMembers(members: readonly TSSignature[], scope: Scope): ObjectShape<SyntaxType> {
  const properties: PropertyShape<SyntaxType>[] = []
  let index: ObjectShape<SyntaxType>['index']
  for (const member of members) {
    switch (member.type) {
      case 'TSPropertySignature': {
        if (member.typeAnnotation === null) throw needsChecker('a property has no type', member, scope)
        properties.push({
          name: memberName(member, scope),
          type: { node: member.typeAnnotation.typeAnnotation, scope },
          isOptional: member.optional,
          place: placeOf(member, scope),
        })
        break
      }
      case 'TSMethodSignature':
        properties.push({
          name: memberName(member, scope),
          type: ofShape(refused('a method')),
          isOptional: member.optional,
          place: placeOf(member, scope),
        })
        break
      case 'TSIndexSignature': {
        const [parameter] = member.parameters
        const key = parameter?.typeAnnotation?.typeAnnotation
        if (index !== undefined || (key?.type !== 'TSStringKeyword' && key?.type !== 'TSNumberKeyword'))
          throw needsChecker('its index signature must be worked out', member, scope)
        const type: SyntaxType = { node: member.typeAnnotation.typeAnnotation, scope }
        index = { type, keys: key.type === 'TSStringKeyword' ? 'string' : 'number' }
        break
      }
      // Something that can be called or constructed is a function, whatever else it has.
      default:
        properties.push({
          name: '()',
          type: ofShape(refused('a function')),
          isOptional: false,
          place: placeOf(member, scope),
        })
    }
  }
  return { kind: 'object', properties, ...(index === undefined ? {} : { index }) }
}

function memberName(
  { key, computed }: Extract<TSSignature, { type: 'TSPropertySignature' | 'TSMethodSignature' }>,
  scope: Scope,
): string {
  if (key.type === 'Identifier' && !computed) return key.name
  const value = key.type === 'PrivateIdentifier' ? undefined : literalOf(key)
  if (value === undefined) throw needsChecker('a computed name must be worked out', key, scope)
  return String(value)
}
