import type { Class, Node } from 'oxc-parser'
import type { Place } from '../function-problem.ts'
import type { Callable, FunctionLike } from './callable.ts'
import { findExport, type FoundName } from './find-name.ts'
import { literalOf } from './literal-of.ts'
import { resolveModule } from './resolve-module.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFiles } from './source-files.ts'

/** What a file exports that is, or may be, a function, in the order of the source. */
export function findCallables(files: SourceFiles, file: SourceFile): readonly Callable[] {
  return [...exportedNames(files, file, new Set())].flatMap((exportName) => {
    const found = findExport(files, file, exportName)
    return found?.kind === 'declared' ? callablesOf(found, exportName) : []
  })
}

/** A function of a file by its own name, exported or not. */
export function findCallable(file: SourceFile, name: string): Callable | undefined {
  const declarations = file.declarations.get(name)
  if (declarations === undefined) return undefined
  return callablesOf({ kind: 'declared', file, name, declarations }, name)[0]
}

function exportedNames(files: SourceFiles, file: SourceFile, seen: Set<string>): ReadonlySet<string> {
  const names = new Set<string>()
  if (seen.has(file.path)) return names
  seen.add(file.path)
  const own = [...file.exports].toSorted(([, one], [, other]) => one.start - other.start)
  for (const [name] of own) names.add(name)
  if (file.defaultExport !== undefined) names.add('default')
  for (const { from } of file.exportsAllOf) {
    const path = resolveModule(files, file.path, from)
    const target = path === undefined ? undefined : files.parsed(path)
    // `export *` leaves the default out.
    if (target !== undefined)
      for (const name of exportedNames(files, target, seen)) if (name !== 'default') names.add(name)
  }
  return names
}

function callablesOf(
  found: Extract<FoundName, { kind: 'declared' }>,
  exportName: string,
): readonly Callable[] {
  const { file, declarations } = found
  const values = declarations.filter(({ node }) => isValue(node))
  const [first] = values
  if (first === undefined) return []
  const { node } = first
  const base = {
    exportName,
    file,
    isTypedAsWhole: false,
    isOverloaded: values.length > 1,
    otherPlaces: values.slice(1).map(({ start }) => ({ file: file.path, offset: start })),
  }
  const name = exportName === 'default' ? (ownName(node) ?? nameOfFile(file.path)) : exportName
  const place: Place = { file: file.path, offset: first.start }
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSDeclareFunction':
      return [{ ...base, name, node, place, ...(node.id === null ? {} : { nameOffset: node.id.start }) }]
    case 'ClassDeclaration':
    case 'ClassExpression':
      return methodsOf(node, name, base)
    case 'VariableDeclarator': {
      if (node.id.type !== 'Identifier') return []
      const init = functionIn(node.init)
      const mayBeFunction = init !== undefined || isUnclear(node.init, node.id.typeAnnotation)
      if (!mayBeFunction) return []
      return [
        {
          ...base,
          name,
          place,
          nameOffset: node.id.start,
          isTypedAsWhole: Boolean(node.id.typeAnnotation) || (node.init !== null && init !== node.init),
          ...(init === undefined ? {} : { node: init }),
        },
      ]
    }
    default:
      return []
  }
}

function isValue({ type }: Node): boolean {
  return (
    type !== 'TSInterfaceDeclaration' && type !== 'TSTypeAliasDeclaration' && type !== 'TSModuleDeclaration'
  )
}

function ownName(node: Node): string | undefined {
  return 'id' in node && node.id?.type === 'Identifier' ? node.id.name : undefined
}

function nameOfFile(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? path).replace(/\..*$/s, '')
}

/** The function in an initialiser; `satisfies` around it changes nothing. */
function functionIn(init: Node | null): FunctionLike | undefined {
  if (init === null) return undefined
  if (init.type === 'TSSatisfiesExpression') return functionIn(init.expression)
  return init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression' ? init : undefined
}

/** Whether an initialiser gives something that may well be a function. */
function isUnclear(init: Node | null, annotation: unknown): boolean {
  if (init === null) return annotation !== null && annotation !== undefined // `export declare const find: Finder`
  return [
    'CallExpression',
    'Identifier',
    'MemberExpression',
    'AwaitExpression',
    'TSAsExpression',
    'LogicalExpression',
    'ConditionalExpression',
  ].includes(init.type)
}

function methodsOf(
  node: Class,
  className: string,
  base: Pick<Callable, 'exportName' | 'file' | 'isTypedAsWhole' | 'otherPlaces'>,
): readonly Callable[] {
  const obstacle = obstacleOf(node, className)
  const seen = new Map<string, Callable>()
  for (const method of node.body.body) {
    if (method.type !== 'MethodDefinition' && method.type !== 'TSAbstractMethodDefinition') continue
    if (
      method.kind !== 'method' ||
      method.accessibility === 'private' ||
      method.accessibility === 'protected'
    )
      continue
    const name =
      method.key.type === 'Identifier' && !method.computed
        ? method.key.name
        : method.key.type === 'PrivateIdentifier'
          ? undefined
          : literalOf(method.key)
    if (typeof name !== 'string') continue
    const known = seen.get(`${method.static} ${name}`)
    const callable: Callable =
      known === undefined
        ? {
            ...base,
            name: `${className}.${name}`,
            member: { name, isStatic: method.static },
            node: method.value,
            place: { file: base.file.path, offset: method.decorators?.[0]?.start ?? method.start },
            nameOffset: method.key.start,
            isOverloaded: false,
            ...(method.static || obstacle === undefined ? {} : { obstacle }),
          }
        : {
            ...known,
            isOverloaded: true,
            otherPlaces: [...known.otherPlaces, { file: base.file.path, offset: method.start }],
          }
    seen.set(`${method.static} ${name}`, callable)
  }
  return [...seen.values()]
}

function obstacleOf(node: Class, name: string): Callable['obstacle'] {
  if (node.abstract)
    return { message: `the class ${name} is abstract`, cure: 'Export a class that can be made.' }
  const constructor = node.body.body.find(
    (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
  )
  const parameters = constructor?.type === 'MethodDefinition' ? constructor.value.params : []
  const needsOne = parameters.some(
    (parameter) =>
      parameter.type !== 'RestElement' &&
      parameter.type !== 'AssignmentPattern' &&
      !('optional' in parameter && parameter.optional),
  )
  if (!needsOne) return undefined
  return {
    message: `the constructor of ${name} wants arguments, and an instance is made without any`,
    cure: 'Give its parameters defaults, make the method static, or export a function.',
  }
}
