import type { Comment, Node, Program, Statement } from 'oxc-parser'

/** A declaration at the top of a file, with the place where its comment ends. */
export interface Declaration {
  readonly node: Node
  /** Start of its statement, `export` included. */
  readonly start: number
}

/** What a name stands for that comes from, or goes to, another file. `*` is the whole module. */
export interface ForeignName {
  readonly from: string
  readonly name: string
  readonly start: number
}

/** A parsed file with its names. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly syntaxError: { readonly message: string; readonly offset: number } | undefined
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>
  readonly imports: ReadonlyMap<string, ForeignName & { readonly isType: boolean }>
  /** Exported names: of a local declaration, or of another file. */
  readonly exports: ReadonlyMap<string, { readonly local: string; readonly start: number } | ForeignName>
  /** Files whose every export is one of this file too. */
  readonly exportsAllOf: readonly ForeignName[]
  /** An unnamed default export. */
  readonly defaultExport: Declaration | undefined
  /** Adds to types of other files: what those files say is not all. */
  readonly augments: boolean
}

/** What the parser gives. */
export interface Parsed {
  readonly program: Program
  readonly comments: readonly Comment[]
  readonly errors: readonly {
    readonly message: string
    readonly labels: readonly { readonly start: number }[]
  }[]
}

export function indexSource(path: string, text: string, parsed: Parsed): SourceFile {
  const declarations = new Map<string, Declaration[]>()
  const imports = new Map<string, ForeignName & { readonly isType: boolean }>()
  const exports = new Map<string, { local: string; start: number } | ForeignName>()
  const exportsAllOf: ForeignName[] = []
  let defaultExport: Declaration | undefined
  let augments = false

  const declare = (node: Node, start: number): readonly string[] => {
    const nodes = node.type === 'VariableDeclaration' ? node.declarations : [node]
    return nodes.flatMap((node) => {
      const name = nameOf(node)
      if (name === undefined) return []
      const known = declarations.get(name)
      if (known === undefined) declarations.set(name, [{ node, start }])
      else known.push({ node, start })
      return [name]
    })
  }

  for (const statement of parsed.program.body as readonly Statement[]) {
    const { start } = statement
    switch (statement.type) {
      case 'ImportDeclaration':
        for (const specifier of statement.specifiers) {
          const name =
            specifier.type === 'ImportSpecifier'
              ? moduleName(specifier.imported)
              : specifier.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*'
          const isType =
            statement.importKind === 'type' ||
            (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type')
          imports.set(specifier.local.name, {
            from: statement.source.value,
            name,
            start: specifier.start,
            isType,
          })
        }
        break
      case 'ExportNamedDeclaration':
        if (statement.declaration !== null) {
          for (const name of declare(statement.declaration, start)) exports.set(name, { local: name, start })
        }
        for (const { local, exported, start } of statement.specifiers) {
          const name = moduleName(local)
          const { source } = statement
          exports.set(
            moduleName(exported),
            source === null ? { local: name, start } : { from: source.value, name, start },
          )
        }
        break
      case 'ExportAllDeclaration': {
        const from = statement.source.value
        if (statement.exported === null) exportsAllOf.push({ from, name: '*', start })
        else exports.set(moduleName(statement.exported), { from, name: '*', start })
        break
      }
      case 'ExportDefaultDeclaration': {
        const node = statement.declaration
        const named = node.type === 'Identifier' ? [node.name] : declare(node, start)
        if (named[0] === undefined) defaultExport = { node, start }
        else exports.set('default', { local: named[0], start })
        break
      }
      case 'TSModuleDeclaration':
        if (statement.global || statement.id.type === 'Literal') augments = true
        else declare(statement, start)
        break
      default:
        declare(statement, start)
    }
  }
  // A declaration file exports all it declares, unless it says otherwise.
  if (/\.d\.[cm]?ts$/.test(path)) {
    for (const [name, [first]] of declarations) {
      if (!exports.has(name) && first !== undefined) exports.set(name, { local: name, start: first.start })
    }
  }
  const [error] = parsed.errors
  return {
    path,
    text,
    program: parsed.program,
    comments: parsed.comments,
    syntaxError: error && { message: error.message, offset: error.labels[0]?.start ?? 0 },
    declarations,
    imports,
    exports,
    exportsAllOf,
    defaultExport,
    augments,
  }
}

function nameOf(node: Node): string | undefined {
  if (!('id' in node) || typeof node.id !== 'object' || node.id === null) return undefined
  return node.id.type === 'Identifier' ? node.id.name : undefined
}

function moduleName(node: {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
}): string {
  return node.name ?? String(node.value)
}
