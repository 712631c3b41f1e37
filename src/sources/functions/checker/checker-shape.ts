import { isOurFile } from '../read/injected-parameter.ts'
import { builtinAlias, isRefusedBuiltin, refusedBuiltin } from '../syntax/builtin-types.ts'
import { refusedClass } from '../syntax/read-reference.ts'
import { refusedParameter } from '../syntax/syntax-signature.ts'
import { templatePattern } from '../template-pattern.ts'
import { type Named, type PlainKind, type PropertyShape, refused, type Shape } from '../type-shape.ts'
import type { CheckerPort, CheckerSymbol, CheckerType, TypeFlag } from './checker-port.ts'

const PLAIN: readonly (readonly [TypeFlag, PlainKind])[] = [
  ['Unknown', 'unknown'],
  ['Undefined', 'undefined'],
  ['Void', 'undefined'],
  ['Null', 'null'],
  ['Never', 'never'],
  ['String', 'string'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
  ['NonPrimitive', 'anyObject'],
]

/** A type of the compiler, one level deep. `seen` says how a declaration is found by the rest. */
export function checkerShape(type: CheckerType, port: CheckerPort): Shape<CheckerType> {
  if (port.isError(type))
    return refused(
      'of a type that was not found',
      'Declare or import the type, or install the package that has it.',
    )
  if (port.hasFlag(type, 'Any')) return { kind: 'any' }
  for (const [flag, kind] of PLAIN) if (port.hasFlag(type, flag)) return { kind }
  if (port.hasFlag(type, 'BigInt') || port.hasFlag(type, 'BigIntLiteral'))
    return refused('a bigint', 'Take text or a number, and make the bigint inside the function.')
  if (port.hasFlag(type, 'ESSymbol') || port.hasFlag(type, 'UniqueESSymbol')) return refused('a symbol')
  if (port.hasFlag(type, 'Union'))
    return { kind: 'union', members: port.membersOf(type), ...namedBy(port.aliasOf(type), type, port) }
  const value = port.literalOf(type)
  if (value !== undefined) return { kind: 'literal', value }
  if (port.hasFlag(type, 'Enum')) return { kind: 'number' }
  if (port.hasFlag(type, 'TemplateLiteral')) return templateShape(type, port)
  if (port.hasFlag(type, 'TypeParameter')) return parameterShape(type, port)
  if (port.hasFlag(type, 'Intersection')) return intersectionShape(type, port)
  if (port.hasFlag(type, 'Object')) return objectShape(type, port)
  const constraint = port.constraintOf(type)
  if (constraint !== undefined && constraint !== type) return checkerShape(constraint, port)
  return refused('of a type that cannot be worked out', 'Write a type that is known.')
}

function templateShape(type: CheckerType, port: CheckerPort): Shape<CheckerType> {
  const open = port
    .membersOf(type)
    .map((member) =>
      port.hasFlag(member, 'String') ? 'string' : port.hasFlag(member, 'Number') ? 'number' : undefined,
    )
  if (!open.every((kind) => kind !== undefined)) return refused('text of a form that cannot be written down')
  return { kind: 'pattern', pattern: templatePattern(port.textsOf(type), open) }
}

function parameterShape(type: CheckerType, port: CheckerPort): Shape<CheckerType> {
  const constraint = port.constraintOf(type)
  if (constraint !== undefined && !port.hasFlag(constraint, 'Unknown')) return checkerShape(constraint, port)
  const symbol = port.symbolOf(type)
  return refusedParameter(symbol === undefined ? 'T' : port.nameOfSymbol(symbol))
}

/** A brand is no part of the value: `string & { __brand: 'id' }` is text. */
function intersectionShape(type: CheckerType, port: CheckerPort): Shape<CheckerType> {
  const simple = port
    .membersOf(type)
    .find((member) => !port.hasFlag(member, 'Object') && !port.hasFlag(member, 'NonPrimitive'))
  return simple === undefined ? objectShape(type, port) : checkerShape(simple, port)
}

function objectShape(type: CheckerType, port: CheckerPort): Shape<CheckerType> {
  const symbol = port.symbolOf(type)
  const alias = port.aliasOf(type)
  if (port.isArray(type))
    return { kind: 'array', items: port.argumentsOf(type)[0] ?? type, ...namedBy(alias, type, port) }
  if (port.isTuple(type)) return tupleShape(type, port)
  const known = symbol === undefined ? undefined : knownShape(symbol, type, port)
  if (known !== undefined) return known
  if (port.signaturesOf(type).length > 0 || port.isConstructible(type)) return refused('a function')
  const properties = port.propertiesOf(type)
  if (properties.some((property) => port.nameOfSymbol(property).startsWith('__@OUTPUT')))
    return { kind: 'builtin', name: 'ToolOutput', arguments: [] }
  const index = port
    .indexesOf(type)
    .find(({ key }) => port.hasFlag(key, 'String') || port.hasFlag(key, 'Number'))
  return {
    kind: 'object',
    properties: properties.flatMap((property) => propertyShape(property, port)),
    ...(index === undefined
      ? {}
      : {
          index: { type: index.type, keys: port.hasFlag(index.key, 'String') ? 'string' : 'number' } as const,
        }),
    ...namedBy(alias ?? symbol, type, port),
  }
}

function tupleShape(type: CheckerType, port: CheckerPort): Shape<CheckerType> {
  const elements = port.elementsOf(type)
  const types = port.argumentsOf(type)
  return {
    kind: 'tuple',
    elements: elements.map((element, index) => ({ ...element, type: types[index] ?? type })),
    ...namedBy(port.aliasOf(type), type, port),
  }
}

// What comes with the compiler, and the types of Node: their names can be relied on.
const LIBRARY = /[\\/]lib\.[^\\/]*\.d\.ts$|^bundled:|[\\/]@types[\\/]node[\\/]|[\\/]undici-types[\\/]/

function knownShape(
  symbol: CheckerSymbol,
  type: CheckerType,
  port: CheckerPort,
): Shape<CheckerType> | undefined {
  const name = port.nameOfSymbol(symbol)
  const file = port.declarationOf(symbol)?.file ?? ''
  if (LIBRARY.test(file)) {
    if (isRefusedBuiltin(name)) return refusedBuiltin(name)
    const builtin = builtinAlias(name)
    if (builtin !== undefined) return { kind: 'builtin', name: builtin, arguments: port.argumentsOf(type) }
  }
  if (name === 'ToolContext' && isOurFile(file)) return { kind: 'builtin', name, arguments: [] }
  return port.isClass(symbol) ? refusedClass(name) : undefined
}

function propertyShape(symbol: CheckerSymbol, port: CheckerPort): readonly PropertyShape<CheckerType>[] {
  const name = port.nameOfSymbol(symbol)
  // Named by a symbol: JSON has no such names, and brands need none.
  if (name.startsWith('__@')) return []
  const declaration = port.declarationOf(symbol)
  return [
    {
      name,
      type: port.isMethod(symbol) ? METHOD : port.typeOfSymbol(symbol),
      isOptional: port.isOptional(symbol),
      ...(declaration === undefined ? {} : { place: { file: declaration.file, offset: declaration.start } }),
    },
  ]
}

/** Stands for the type of a method. */
export const METHOD: CheckerType = Object.freeze({})

function namedBy(
  symbol: CheckerSymbol | undefined,
  type: CheckerType,
  port: CheckerPort,
): { readonly named?: Named } {
  const name = symbol === undefined ? '__' : port.nameOfSymbol(symbol)
  return name.startsWith('__') ? {} : { named: { name, key: String(port.idOf(type)) } }
}
