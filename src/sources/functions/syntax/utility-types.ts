import type { Node } from 'oxc-parser'
import type { ObjectShape, PropertyShape, Shape } from '../type-shape.ts'
import { literalsOf, membersOfUnion } from './members-of-union.ts'
import { needsChecker, ofShape, type Scope, type SyntaxReader, type SyntaxType } from './syntax-type.ts'
import { withoutUndefined } from './without-undefined.ts'

interface Place {
  readonly node: Node
  readonly scope: Scope
}
type Utility = (args: readonly SyntaxType[], place: Place, reader: SyntaxReader) => Shape<SyntaxType>
type EachProperty = (property: PropertyShape<SyntaxType>, reader: SyntaxReader) => PropertyShape<SyntaxType>

/** The utility types of the language. */
export const UTILITY_TYPES: ReadonlyMap<string, Utility> = new Map<string, Utility>([
  ['Partial', eachProperty((property) => ({ ...property, isOptional: true }))],
  ['Readonly', eachProperty((property) => property, true)],
  [
    'Required',
    eachProperty((property, reader) => ({
      ...property,
      isOptional: false,
      type: property.isOptional ? withoutUndefined(property.type, reader) : property.type,
    })),
  ],
  ['Pick', chosenProperties((name, names) => names.has(name))],
  ['Omit', chosenProperties((name, names) => !names.has(name))],
  ['Record', readRecord],
  [
    'NonNullable',
    ([type], place, reader) =>
      filtered(given(type, place), reader, ({ kind }) => kind !== 'null' && kind !== 'undefined'),
  ],
  ['Exclude', byLiteral((isListed) => !isListed)],
  ['Extract', byLiteral((isListed) => isListed)],
  ['Awaited', ([type], place, reader) => awaited(given(type, place), reader)],
  ['NoInfer', ([type], place, reader) => reader.shape(given(type, place))],
])

function given(type: SyntaxType | undefined, { node, scope }: Place): SyntaxType {
  if (type === undefined) throw needsChecker('a type argument is missing', node, scope)
  return type
}

/** These work on each member of a union. */
function eachProperty(change: EachProperty, keepsOthers = false): Utility {
  return function apply([type], place, reader): Shape<SyntaxType> {
    const shape = reader.shape(given(type, place))
    if (shape.kind === 'union')
      return {
        kind: 'union',
        members: shape.members.map((member) => ofShape(apply([member], place, reader))),
      }
    if (shape.kind === 'object') {
      return {
        kind: 'object',
        properties: shape.properties.map((property) => change(property, reader)),
        ...(shape.index === undefined ? {} : { index: shape.index }),
      }
    }
    if (keepsOthers && (shape.kind === 'array' || shape.kind === 'tuple' || shape.kind === 'builtin'))
      return shape
    throw needsChecker('a utility type is used on something that is no plain object', place.node, place.scope)
  }
}

function chosenProperties(isChosen: (name: string, names: ReadonlySet<string>) => boolean): Utility {
  return ([type, keys], place, reader) => {
    const object = plainObject(given(type, place), place, reader)
    const names = literalsOf(given(keys, place), reader)
    if (names === undefined || object.index !== undefined)
      throw needsChecker('which properties are meant must be worked out', place.node, place.scope)
    const known = new Set(names.map(String))
    return { kind: 'object', properties: object.properties.filter(({ name }) => isChosen(name, known)) }
  }
}

function plainObject(
  type: SyntaxType,
  { node, scope }: Place,
  reader: SyntaxReader,
): ObjectShape<SyntaxType> {
  const shape = reader.shape(type)
  if (shape.kind !== 'object')
    throw needsChecker('a utility type is used on something that is no plain object', node, scope)
  return shape
}

function readRecord(
  [keys, value]: readonly SyntaxType[],
  place: Place,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const type = given(value, place)
  const key = given(keys, place)
  const shape = reader.shape(key)
  if (shape.kind === 'string' || shape.kind === 'number')
    return { kind: 'object', properties: [], index: { type, keys: shape.kind } }
  const names = literalsOf(key, reader)
  if (names === undefined)
    throw needsChecker('the keys of a Record must be worked out', place.node, place.scope)
  return {
    kind: 'object',
    properties: names.map((name) => ({ name: String(name), type, isOptional: false })),
  }
}

function byLiteral(keeps: (isListed: boolean) => boolean): Utility {
  return ([type, others], place, reader) => {
    const listed = literalsOf(given(others, place), reader)
    const values = literalsOf(given(type, place), reader)
    if (listed === undefined || values === undefined)
      throw needsChecker('which members are meant must be worked out', place.node, place.scope)
    const kept = values.filter((value) => keeps(listed.includes(value)))
    return kept.length === 0
      ? { kind: 'never' }
      : { kind: 'union', members: kept.map((value) => ofShape({ kind: 'literal', value })) }
  }
}

function filtered(
  type: SyntaxType,
  reader: SyntaxReader,
  keeps: (shape: Shape<SyntaxType>) => boolean,
): Shape<SyntaxType> {
  const members = membersOfUnion(type, reader).filter((member) => keeps(reader.shape(member)))
  const [only] = members
  return members.length === 1 && only !== undefined ? reader.shape(only) : { kind: 'union', members }
}

function awaited(type: SyntaxType, reader: SyntaxReader): Shape<SyntaxType> {
  const shape = reader.shape(type)
  const [inner] = shape.kind === 'builtin' && shape.name === 'Promise' ? shape.arguments : []
  return inner === undefined ? shape : awaited(inner, reader)
}
