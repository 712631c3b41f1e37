import { dirname, join } from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import { type CheckerPort, TYPE_FLAGS, type TypeFlag } from './checker-port.ts'
import { elementOf } from './classic-port.ts'
import { commentedStart } from './commented-start.ts'

/** What we use of `typescript/unstable/sync` of 7.0 and `typescript/sync` of 7.1: a native process, asked one thing at a time. */
export interface NativeTypeScript {
  readonly TypeFlags: Readonly<Record<string, number>>
  readonly SymbolFlags: Readonly<Record<'Optional' | 'Method' | 'Class' | 'Alias', number>>
  readonly ObjectFlags: Readonly<Record<'Reference', number>>
  readonly ElementFlags: Readonly<Record<'Optional' | 'Rest' | 'Variadic', number>>
  readonly ModuleKind?: Readonly<Record<'NodeNext', number>>
  readonly SignatureKind: Readonly<Record<'Call' | 'Construct', number>>
  readonly API: { new (options: object): Api; readonly prototype: object }
}

interface Api {
  updateSnapshot?(changes: object): Snapshot
  createSnapshot?(changes: object): Snapshot
  close(): void
}
interface Snapshot {
  getProject(config: string): Project | undefined
  getProjects(): readonly Project[]
}
interface Project {
  readonly checker: Checker
  readonly program: {
    getSourceFile(file: string): object | undefined
    getSourceFileNames?(): readonly string[]
  }
}
interface Handle {
  readonly path: string
  resolve(project?: Project): { readonly pos: number } | undefined
}
interface Symbol_ {
  readonly name: string
  readonly flags: number
  readonly declarations: readonly Handle[]
}
interface Type {
  readonly flags: number
  readonly objectFlags?: number
  readonly id: number
  readonly intrinsicName?: string
  readonly value?: unknown
  readonly texts?: readonly string[]
  readonly elementFlags?: readonly number[]
  getTypes?(): readonly Type[] | undefined
  getSymbol(): Symbol_ | undefined
  getAliasSymbol(): Symbol_ | undefined
  getTarget(): Type
  isErrorType(): boolean
}
interface Signature_ {
  getParameters(): readonly Symbol_[]
}
interface Checker {
  getSymbolAtPosition(file: string, offset: number): Symbol_ | undefined
  getSymbolAtLocation(node: object): Symbol_ | undefined
  getExportsOfModule(symbol: Symbol_): readonly Symbol_[]
  getAliasedSymbol(symbol: Symbol_): Symbol_
  getTypeOfSymbol(symbol: Symbol_): Type
  getTypeArguments(type: Type): readonly Type[]
  getPropertiesOfType(type: Type): readonly Symbol_[]
  getIndexInfosOfType(
    type: Type,
  ): readonly { readonly keyType: Type; readonly valueType?: Type; readonly type?: Type }[]
  getSignaturesOfType(type: Type, kind: number): readonly Signature_[]
  getReturnTypeOfSignature(signature: Signature_): Type
  getBaseConstraintOfType(type: Type): Type | undefined
  isArrayType(type: Type): boolean
  isTupleType(type: Type): boolean
  typeToString(type: Type, enclosing: undefined, flags: number): string
}

const NO_TRUNCATION = 1
const ES_NEXT = 99

/** TypeScript 7. */
export function nativePort(ts: NativeTypeScript, entry: string): CheckerPort {
  const config = findConfig(dirname(entry))
  const { api, project } = open(ts, entry, config)
  const { checker, program } = project
  const flags = new Map<TypeFlag, number>(TYPE_FLAGS.map((flag) => [flag, ts.TypeFlags[flag] ?? 0]))
  const is = (symbol: Symbol_, flag: number): boolean => (symbol.flags & flag) !== 0
  const texts = new Map<string, string>()
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(file, 'utf8')
    texts.set(file, text)
    return text
  }
  const port = {
    symbolAt: (file: string, offset: number) => checker.getSymbolAtPosition(file, offset),
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
      const [handle] = declarations
      if (handle === undefined) return undefined
      // Those of the library are named only; nobody looks for their comments.
      if (/lib\.[^\\/]*\.d\.ts$|^bundled:/.test(handle.path)) return { file: handle.path, start: 0 }
      const node = handle.resolve(project)
      return {
        file: handle.path,
        start: node === undefined ? 0 : commentedStart(textOf(handle.path), node.pos),
      }
    },
    hasFlag: (type: Type, flag: TypeFlag) => (type.flags & (flags.get(flag) ?? 0)) !== 0,
    isError: (type: Type) => type.isErrorType(),
    idOf: (type: Type) => type.id,
    membersOf: (type: Type) => type.getTypes?.() ?? [],
    textsOf: (type: Type) => type.texts ?? [],
    literalOf({ value, intrinsicName }: Type) {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
      return intrinsicName === 'true' ? true : intrinsicName === 'false' ? false : undefined
    },
    symbolOf: (type: Type) => type.getSymbol(),
    aliasOf: (type: Type) => type.getAliasSymbol(),
    isArray: (type: Type) => checker.isArrayType(type),
    isTuple: (type: Type) => checker.isTupleType(type),
    elementsOf: (type: Type) =>
      (type.elementFlags ?? type.getTarget().elementFlags ?? []).map((flag) =>
        elementOf(flag, ts.ElementFlags),
      ),
    argumentsOf: (type: Type) =>
      ((type.objectFlags ?? 0) & ts.ObjectFlags.Reference) === 0 ? [] : checker.getTypeArguments(type),
    propertiesOf: (type: Type) => checker.getPropertiesOfType(type),
    indexesOf: (type: Type) =>
      checker
        .getIndexInfosOfType(type)
        .map(({ keyType, valueType, type }) => ({ key: keyType, type: valueType ?? type })),
    signaturesOf: (type: Type) =>
      checker.getSignaturesOfType(type, ts.SignatureKind.Call).map((signature) => ({
        parameters: signature.getParameters(),
        returns: checker.getReturnTypeOfSignature(signature),
      })),
    isConstructible: (type: Type) => checker.getSignaturesOfType(type, ts.SignatureKind.Construct).length > 0,
    constraintOf: (type: Type) => checker.getBaseConstraintOfType(type),
    print: (type: Type) => checker.typeToString(type, undefined, NO_TRUNCATION),
    filesRead: () => [
      ...(config === undefined ? [] : [config]),
      ...(program.getSourceFileNames?.() ?? []).filter(
        (file) => !/lib\.[^\\/]*\.d\.ts$|^bundled:/.test(file),
      ),
    ],
    close: () => api.close(),
  }
  return port as unknown as CheckerPort
}

const OPTIONS = {
  noEmit: true,
  composite: false,
  incremental: false,
  skipLibCheck: true,
  strict: true,
  strictNullChecks: true,
  allowImportingTsExtensions: true,
}
const WITHOUT_CONFIG = { target: 'esnext', module: 'nodenext' }

/** A program of this one file, under the options of its project, with strict null checks: else nothing says what may be null. */
function open(
  ts: NativeTypeScript,
  entry: string,
  config: string | undefined,
): { api: Api; project: Project } {
  const folder = dirname(entry)
  const own = join(folder, `.toolwright-${process.pid}.tsconfig.json`)
  const options = config === undefined ? { ...WITHOUT_CONFIG, ...OPTIONS } : OPTIONS
  const text = JSON.stringify({
    ...(config === undefined ? {} : { extends: config }),
    compilerOptions: options,
    files: [entry],
    include: [],
  })
  if ('createSnapshot' in ts.API.prototype)
    return openSnapshot(ts, new ts.API({ cwd: folder }), entry, config)
  // A configuration that only the compiler sees.
  const fs = {
    readFile: (path: string) => (path === own ? text : undefined),
    fileExists: (path: string) => (path === own ? true : undefined),
  }
  const api = new ts.API({ cwd: folder, fs })
  const project = api.updateSnapshot?.({ openProjects: [own] }).getProject(own)
  if (project === undefined) {
    api.close()
    throw new Error('TypeScript opened no project')
  }
  return { api, project }
}

/** 7.1 makes programs without a configuration. */
function openSnapshot(
  ts: NativeTypeScript,
  api: Api,
  entry: string,
  config: string | undefined,
): { api: Api; project: Project } {
  const compilerOptions = {
    // Numbers here, words in a configuration.
    target: ES_NEXT,
    module: ts.ModuleKind?.NodeNext,
    ...OPTIONS,
    ...(config === undefined ? {} : pathOptions(config)),
  }
  const snapshot = api.createSnapshot?.({ createPrograms: [{ rootFiles: [entry], compilerOptions }] })
  const project = snapshot?.getProjects()[0]
  if (project !== undefined) return { api, project }
  api.close()
  throw new Error('TypeScript made no program')
}

/** What of a configuration decides where types are found. */
function pathOptions(config: string): object {
  try {
    const { compilerOptions } = JSON.parse(readFileSync(config, 'utf8')) as {
      compilerOptions?: Record<string, unknown>
    }
    const { types, paths } = compilerOptions ?? {}
    return Object.fromEntries(Object.entries({ types, paths }).filter(([, value]) => value !== undefined))
  } catch {
    return {} // with comments, for instance
  }
}

function findConfig(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const config = join(at, 'tsconfig.json')
    if (existsSync(config)) return config
    if (at === dirname(at)) return undefined
  }
}
