import type { ObjectShape, PropertyShape, Shape } from '../type-shape.ts'
import { membersOfUnion } from './members-of-union.ts'
import {
  keyOf,
  needsChecker,
  ofShape,
  type SyntaxReader,
  type SyntaxType,
  type WrittenType,
} from './syntax-type.ts'

const PRIMITIVES: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'literal', 'pattern'])

/** `A & B`: the properties of both. Unions in it are multiplied out, as the compiler does. */
export function readIntersection(
  parts: readonly SyntaxType[],
  whole: WrittenType,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const choices = parts.map((part) => membersOfUnion(part, reader))
  const count = choices.reduce((product, members) => product * members.length, 1)
  if (count === 1) return joinParts(choices.flat(), whole, reader)
  if (count > MAX_CHOICES) throw tooHard(whole, 'it is an intersection of large unions')
  let combinations: readonly (readonly SyntaxType[])[] = [[]]
  for (const members of choices) {
    combinations = combinations.flatMap((taken) => members.map((member) => [...taken, member]))
  }
  return { kind: 'union', members: combinations.map((taken) => ofShape(joinParts(taken, whole, reader))) }
}

const MAX_CHOICES = 64

function joinParts(
  parts: readonly SyntaxType[],
  whole: WrittenType,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const shapes = parts.map((part) => reader.shape(part)).filter(({ kind }) => kind !== 'unknown')
  const bad = shapes.find(({ kind }) => kind === 'refused' || kind === 'never' || kind === 'any')
  if (bad !== undefined) return bad
  // A brand: `string & { __brand: 'id' }` is text at run time.
  const primitive = shapes.find(({ kind }) => PRIMITIVES.has(kind))
  if (primitive !== undefined) {
    const isBranded = shapes.every(
      (shape) => shape === primitive || shape.kind === 'object' || shape.kind === 'anything',
    )
    if (isBranded) return primitive
    throw tooHard(whole, 'it is an intersection of simple types')
  }
  const objects = shapes.filter(({ kind }) => kind !== 'anything' && kind !== 'anyObject')
  if (objects.length === 0)
    return { kind: shapes.some(({ kind }) => kind === 'anyObject') ? 'anyObject' : 'anything' }
  if (objects.length === 1 && objects[0] !== undefined) return objects[0]
  if (!objects.every((shape): shape is ObjectShape<SyntaxType> => shape.kind === 'object'))
    throw tooHard(whole, 'it is an intersection of types that are not plain objects')
  return joinObjects(objects, whole)
}

function joinObjects(
  objects: readonly ObjectShape<SyntaxType>[],
  whole: WrittenType,
): ObjectShape<SyntaxType> {
  const properties = new Map<string, PropertyShape<SyntaxType>>()
  for (const property of objects.flatMap((object) => object.properties)) {
    const known = properties.get(property.name)
    if (known === undefined) properties.set(property.name, property)
    else if (keyOf(known.type) === keyOf(property.type)) {
      properties.set(property.name, { ...known, isOptional: known.isOptional && property.isOptional })
    } else throw tooHard(whole, `both sides of it have \`${property.name}\``)
  }
  const indexes = objects.flatMap(({ index }) => (index === undefined ? [] : [index]))
  if (indexes.length > 1) throw tooHard(whole, 'both sides of it have an index signature')
  const [index] = indexes
  return { kind: 'object', properties: [...properties.values()], ...(index === undefined ? {} : { index }) }
}

function tooHard({ node, scope }: WrittenType, reason: string): Error {
  return needsChecker(reason, node, scope)
}
