import { dirname } from 'node:path'
import { type CheckerPort, TYPE_FLAGS, type TypeFlag } from './checker-port.ts'
import { commentedStart } from './commented-start.ts'

/** What we use of TypeScript 5.9 and 6: its own declarations are not installed here. */
export interface ClassicTypeScript {
  readonly TypeFlags: Readonly<Record<string, number>>
  readonly SymbolFlags: Readonly<Record<'Optional' | 'Method' | 'Class' | 'Alias', number>>
  readonly ElementFlags: Readonly<Record<'Optional' | 'Rest' | 'Variadic', number>>
  readonly SignatureKind: Readonly<Record<'Call' | 'Construct', number>>
  readonly ModuleKind: Readonly<Record<'NodeNext', number>>
  readonly ModuleResolutionKind: Readonly<Record<'NodeNext', number>>
  readonly ScriptTarget: Readonly<Record<'ESNext', number>>
  readonly TypeFormatFlags: Readonly<Record<'NoTruncation', number>>
  readonly sys: { fileExists(path: string): boolean; readFile(path: string): string | undefined }
  findConfigFile(folder: string, exists: (path: string) => boolean): string | undefined
  readConfigFile(path: string, read: (path: string) => string | undefined): { readonly config?: unknown }
  parseJsonConfigFileContent(
    config: unknown,
    host: unknown,
    folder: string,
    extra?: object,
    path?: string,
  ): { readonly options: object }
  createProgram(files: readonly string[], options: object): Program
  forEachChild<Found>(node: Node, visit: (child: Node) => Found | undefined): Found | undefined
}

interface Program {
  getTypeChecker(): Checker
  getSourceFile(path: string): SourceNode | undefined
  getSourceFiles(): readonly SourceNode[]
  isSourceFileDefaultLibrary(file: SourceNode): boolean
}
interface Node {
  readonly pos: number
  readonly end: number
  getStart(): number
  getSourceFile(): SourceNode
}
interface SourceNode extends Node {
  readonly fileName: string
  readonly text: string
}
interface Symbol_ {
  readonly name: string
  readonly flags: number
  readonly declarations?: readonly Node[]
}
interface Type {
  readonly flags: number
  readonly id: number
  readonly intrinsicName?: string
  readonly value?: unknown
  readonly types?: readonly Type[]
  readonly texts?: readonly string[]
  readonly symbol?: Symbol_
  readonly aliasSymbol?: Symbol_
  readonly target?: { readonly elementFlags?: readonly number[] }
}
interface Signature_ {
  readonly parameters: readonly Symbol_[]
}
interface Checker {
  getSymbolAtLocation(node: Node): Symbol_ | undefined
  getExportsOfModule(symbol: Symbol_): readonly Symbol_[]
  getAliasedSymbol(symbol: Symbol_): Symbol_
  getTypeOfSymbol(symbol: Symbol_): Type
  getTypeArguments(type: Type): readonly Type[]
  getPropertiesOfType(type: Type): readonly Symbol_[]
  getIndexInfosOfType(type: Type): readonly { readonly keyType: Type; readonly type: Type }[]
  getSignaturesOfType(type: Type, kind: number): readonly Signature_[]
  getReturnTypeOfSignature(signature: Signature_): Type
  getBaseConstraintOfType(type: Type): Type | undefined
  isArrayType(type: Type): boolean
  isTupleType(type: Type): boolean
  typeToString(type: Type, enclosing: undefined, flags: number): string
}

/** TypeScript 5.9 and 6. */
export function classicPort(ts: ClassicTypeScript, entry: string): CheckerPort {
  const config = ts.findConfigFile(dirname(entry), ts.sys.fileExists)
  const program = ts.createProgram([entry], optionsFor(ts, config))
  const checker = program.getTypeChecker()
  const flags = new Map<TypeFlag, number>(TYPE_FLAGS.map((flag) => [flag, ts.TypeFlags[flag] ?? 0]))
  const is = (symbol: Symbol_, flag: number): boolean => (symbol.flags & flag) !== 0
  const port = {
    symbolAt(file: string, offset: number): Symbol_ | undefined {
      const source = program.getSourceFile(file)
      const node = source === undefined ? undefined : nodeAt(ts, source, offset)
      return node === undefined ? undefined : checker.getSymbolAtLocation(node)
    },
    exportOf(file: string, name: string): Symbol_ | undefined {
      const source = program.getSourceFile(file)
      const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
      const found =
        module === undefined
          ? undefined
          : checker.getExportsOfModule(module).find((symbol) => symbol.name === name)
      return found !== undefined && is(found, ts.SymbolFlags.Alias) ? checker.getAliasedSymbol(found) : found
    },
    typeOfSymbol: (symbol: Symbol_) => checker.getTypeOfSymbol(symbol),
    nameOfSymbol: (symbol: Symbol_) => symbol.name,
    isOptional: (symbol: Symbol_) => is(symbol, ts.SymbolFlags.Optional),
    isMethod: (symbol: Symbol_) => is(symbol, ts.SymbolFlags.Method),
    isClass: (symbol: Symbol_) => is(symbol, ts.SymbolFlags.Class),
    declarationOf({ declarations }: Symbol_) {
      const node = declarations?.[0]
      if (node === undefined) return undefined
      const source = node.getSourceFile()
      return { file: source.fileName, start: commentedStart(source.text, node.pos) }
    },
    hasFlag: (type: Type, flag: TypeFlag) => (type.flags & (flags.get(flag) ?? 0)) !== 0,
    isError: (type: Type) => type.intrinsicName === 'error',
    idOf: (type: Type) => type.id,
    membersOf: (type: Type) => type.types ?? [],
    textsOf: (type: Type) => type.texts ?? [],
    literalOf({ value, intrinsicName }: Type) {
      if (typeof value === 'string' || typeof value === 'number') return value
      return intrinsicName === 'true' ? true : intrinsicName === 'false' ? false : undefined
    },
    symbolOf: (type: Type) => type.symbol,
    aliasOf: (type: Type) => type.aliasSymbol,
    isArray: (type: Type) => checker.isArrayType(type),
    isTuple: (type: Type) => checker.isTupleType(type),
    elementsOf: ({ target }: Type) =>
      (target?.elementFlags ?? []).map((flag) => elementOf(flag, ts.ElementFlags)),
    argumentsOf: (type: Type) => checker.getTypeArguments(type),
    propertiesOf: (type: Type) => checker.getPropertiesOfType(type),
    indexesOf: (type: Type) =>
      checker.getIndexInfosOfType(type).map(({ keyType: key, type }) => ({ key, type })),
    signaturesOf: (type: Type) =>
      checker.getSignaturesOfType(type, ts.SignatureKind.Call).map((signature) => ({
        parameters: signature.parameters,
        returns: checker.getReturnTypeOfSignature(signature),
      })),
    isConstructible: (type: Type) => checker.getSignaturesOfType(type, ts.SignatureKind.Construct).length > 0,
    constraintOf: (type: Type) => checker.getBaseConstraintOfType(type),
    print: (type: Type) => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation),
    filesRead: () => [
      ...(config === undefined ? [] : [config]),
      ...program
        .getSourceFiles()
        .filter((file) => !program.isSourceFileDefaultLibrary(file))
        .map((file) => file.fileName),
    ],
    close: () => undefined,
  }
  return port
}

/** Whether an element may be missing, and whether it stands for many. */
export function elementOf(flag: number, flags: Readonly<Record<'Optional' | 'Rest' | 'Variadic', number>>) {
  return { isOptional: (flag & flags.Optional) !== 0, isRest: (flag & (flags.Rest | flags.Variadic)) !== 0 }
}

/** Those of the project. Without strict null checks nothing would say what may be null. */
function optionsFor(ts: ClassicTypeScript, config: string | undefined): object {
  const own = {
    noEmit: true,
    composite: false,
    incremental: false,
    skipLibCheck: true,
    strict: true,
    strictNullChecks: true,
    allowImportingTsExtensions: true,
  }
  if (config === undefined) {
    const { ModuleKind, ModuleResolutionKind, ScriptTarget } = ts
    return {
      ...own,
      target: ScriptTarget.ESNext,
      module: ModuleKind.NodeNext,
      moduleResolution: ModuleResolutionKind.NodeNext,
    }
  }
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(json ?? {}, ts.sys, dirname(config), {}, config)
  return { ...options, ...own }
}

/** The node whose name starts at a place. */
function nodeAt(ts: ClassicTypeScript, source: SourceNode, offset: number): Node | undefined {
  let found: Node | undefined
  const visit = (node: Node): undefined => {
    if (offset < node.pos || offset >= node.end) return undefined
    if (node.getStart() === offset) found = node
    ts.forEachChild(node, visit)
    return undefined
  }
  ts.forEachChild(source, visit)
  return found
}
