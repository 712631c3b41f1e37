import type { TSInterfaceDeclaration } from 'oxc-parser'
import type { ObjectShape, PropertyShape } from '../type-shape.ts'
import { readMembers } from './read-members.ts'
import { bind, needsChecker, type Scope, type SyntaxReader, type SyntaxType } from './syntax-type.ts'

/** All declarations of an interface, and what it extends. */
export function readInterface(
  declarations: readonly TSInterfaceDeclaration[],
  scope: Scope,
  reader: SyntaxReader,
): ObjectShape<SyntaxType> {
  const parts = declarations.map((declaration) =>
    readMembers(declaration.body.body, ownScope(declaration, declarations[0], scope)),
  )
  const bases = declarations.flatMap((declaration) => readBases(declaration, scope, reader))
  const properties = new Map<string, PropertyShape<SyntaxType>>()
  // What is inherited comes first, and is overridden.
  for (const property of [...bases, ...parts].flatMap((part) => part.properties))
    properties.set(property.name, property)
  const indexes = [...parts, ...bases].flatMap(({ index }) => (index === undefined ? [] : [index]))
  const [first] = declarations
  if (indexes.length > 1 && first !== undefined)
    throw needsChecker('several index signatures meet in it', first, scope)
  const [index] = indexes
  return { kind: 'object', properties: [...properties.values()], ...(index === undefined ? {} : { index }) }
}

/** Each declaration may call its type parameters by other names. */
function ownScope(
  declaration: TSInterfaceDeclaration,
  first: TSInterfaceDeclaration | undefined,
  scope: Scope,
): Scope {
  if (declaration === first || first === undefined) return scope
  const names = first.typeParameters?.params.map(({ name }) => name.name) ?? []
  const own = declaration.typeParameters?.params.map(({ name }) => name.name) ?? []
  return bind(
    scope,
    own.flatMap((name, index) => {
      const bound = scope.bindings.get(names[index] ?? '')
      return bound === undefined ? [] : [[name, bound] as const]
    }),
  )
}

function readBases(
  declaration: TSInterfaceDeclaration,
  scope: Scope,
  reader: SyntaxReader,
): readonly ObjectShape<SyntaxType>[] {
  return (declaration.extends ?? []).map((heritage) => {
    const { expression, typeArguments } = heritage
    if (expression.type !== 'Identifier')
      throw needsChecker('what it extends must be searched', heritage, scope)
    const base = reader.shape({
      node: {
        type: 'TSTypeReference',
        typeName: expression,
        typeArguments,
        start: heritage.start,
        end: heritage.end,
      } as never,
      scope,
    })
    if (base.kind !== 'object') throw needsChecker('what it extends is no plain object', heritage, scope)
    return base
  })
}
