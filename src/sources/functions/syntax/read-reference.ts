import type { Node, TSImportType, TSTypeName, TSTypeReference } from 'oxc-parser'
import { refused, type Shape } from '../type-shape.ts'
import { builtinShape } from './builtin-types.ts'
import type { Declaration } from './source-file.ts'
import { findForeign, findName, type FoundName } from './find-name.ts'
import { readEnum } from './read-enum.ts'
import { readInterface } from './read-interface.ts'
import {
  bind,
  keyOf,
  needsChecker,
  type Scope,
  scopeOf,
  type SyntaxReader,
  type SyntaxType,
} from './syntax-type.ts'

/** A type by its name: a type parameter, a declaration here or in another file, or one of the language. */
export function readReference(node: TSTypeReference, scope: Scope, reader: SyntaxReader): Shape<SyntaxType> {
  const name = plainName(node.typeName)
  if (name === undefined) return readEnumMember(node, scope, reader)
  const bound = scope.bindings.get(name)
  if (bound !== undefined) return reader.shape(bound)
  const args = readArguments(node, scope)
  const found = findName(reader.files, scope.file, name)
  if (found === undefined) {
    const shape = builtinShape(name, args, node, scope, reader)
    if (shape !== undefined) return shape
    throw needsChecker(`\`${name}\` is not declared in this file`, node, scope)
  }
  return readFound(found, args, node, scope, reader)
}

/** `import('./types.ts').Place`. */
export function readImportType(node: TSImportType, scope: Scope, reader: SyntaxReader): Shape<SyntaxType> {
  const name = node.qualifier?.type === 'Identifier' ? node.qualifier.name : undefined
  if (name === undefined) throw needsChecker('an imported module is used as a type', node, scope)
  const found = findForeign(reader.files, scope.file, { from: node.source.value, name, start: node.start })
  return readFound(found, readArguments(node, scope), node, scope, reader)
}

function readArguments(
  { typeArguments }: Pick<TSTypeReference, 'typeArguments'>,
  scope: Scope,
): readonly SyntaxType[] {
  return (typeArguments?.params ?? []).map((argument): SyntaxType => {
    // A parameter handed on is what it stands for, so that equal types have equal keys.
    const name = argument.type === 'TSTypeReference' ? plainName(argument.typeName) : undefined
    return (name === undefined ? undefined : scope.bindings.get(name)) ?? { node: argument, scope }
  })
}

function readFound(
  found: FoundName,
  args: readonly SyntaxType[],
  node: Node,
  scope: Scope,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  if (found.kind === 'ours') return readOurs(found.name, node, scope)
  if (found.kind === 'unresolved') throw needsChecker(`'${found.from}' must be searched`, node, scope)
  const { file, name, declarations } = found
  if (file !== scope.file && scope.file.augments)
    throw needsChecker('this file adds to types of others', node, scope)
  const own = scopeOf(file)
  const [first] = declarations
  const parameters = first === undefined ? [] : typeParameters(first)
  const inner = bind(
    own,
    parameters.map(({ name, ...parameter }, index): readonly [string, SyntaxType] => {
      const given = args[index]
      if (given !== undefined) return [name.name, given]
      if (parameter.default === null)
        throw needsChecker(`\`${name.name}\` of \`${found.name}\` is not given`, node, scope)
      return [name.name, { node: parameter.default, scope: own }]
    }),
  )
  const key = `${file.path}@${first?.start ?? 0}<${parameters.map(({ name }) => keyOf(inner.bindings.get(name.name) ?? { shape: { kind: 'any' } })).join(',')}>`
  const shape = readDeclared(declarations, inner, node, scope, reader)
  const canHoldItself =
    shape.kind === 'object' || shape.kind === 'union' || shape.kind === 'array' || shape.kind === 'tuple'
  // The inner name stays: an alias of an interface is that interface.
  return canHoldItself && shape.named === undefined ? { ...shape, named: { name, key } } : shape
}

function readDeclared(
  declarations: readonly Declaration[],
  inner: Scope,
  node: Node,
  scope: Scope,
  reader: SyntaxReader,
): Shape<SyntaxType> {
  const nodes = declarations.map((declaration) => declaration.node)
  const interfaces = nodes.filter((declared) => declared.type === 'TSInterfaceDeclaration')
  if (interfaces.length === nodes.length && interfaces.length > 0)
    return readInterface(interfaces, inner, reader)
  // A value of the same name is another thing: `const Color = …` beside `type Color = …`.
  const types = nodes.filter(({ type }) => type !== 'VariableDeclarator')
  const [only] = types
  if (types.length !== 1 || only === undefined)
    throw needsChecker('its name is declared several times', node, scope)
  switch (only.type) {
    case 'TSTypeAliasDeclaration':
      return reader.shape({ node: only.typeAnnotation, scope: inner })
    case 'TSInterfaceDeclaration':
      return readInterface([only], inner, reader)
    case 'TSEnumDeclaration':
      return readEnum(only, inner)
    case 'ClassDeclaration':
      return refusedClass(only.id?.name ?? 'a class')
    default:
      throw needsChecker('its name is no type that can be read', node, scope)
  }
}

/** What the compiler's tier says of a class too. */
export function refusedClass(name: string): Shape<never> {
  return refused(
    `an instance of the class ${name}`,
    'Take an interface with the data, and make the instance inside the function.',
  )
}

function readOurs(name: string, node: Node, scope: Scope): Shape<SyntaxType> {
  if (name === 'ToolContext' || name === 'ToolOutput') return { kind: 'builtin', name, arguments: [] }
  throw needsChecker(`\`${name}\` of toolwright must be searched`, node, scope)
}

/** `Color.Red`, of an enum. */
function readEnumMember(node: TSTypeReference, scope: Scope, reader: SyntaxReader): Shape<SyntaxType> {
  const { typeName } = node
  const owner = typeName.type === 'TSQualifiedName' ? plainName(typeName.left) : undefined
  const found = owner === undefined ? undefined : findName(reader.files, scope.file, owner)
  const declared = found?.kind === 'declared' ? found.declarations : []
  const [only] = declared
  if (
    typeName.type === 'TSQualifiedName' &&
    found?.kind === 'declared' &&
    declared.length === 1 &&
    only?.node.type === 'TSEnumDeclaration'
  )
    return readEnum(only.node, scopeOf(found.file), typeName.right.name)
  throw needsChecker('a name inside a namespace must be searched', node, scope)
}

function plainName(name: TSTypeName): string | undefined {
  return name.type === 'Identifier' ? name.name : undefined
}

function typeParameters({ node }: Declaration) {
  return 'typeParameters' in node && node.typeParameters !== null && node.typeParameters !== undefined
    ? node.typeParameters.params
    : []
}
