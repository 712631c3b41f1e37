/** Things of the compiler. Only the port that gave them knows what they are. */
export type CheckerType = object
export type CheckerSymbol = object

/** Where something is declared; `start` may stand before its comment. */
interface CheckerDeclaration {
  readonly file: string
  readonly start: number
}

/** A signature, its parameters in order. */
export interface CheckerSignature {
  readonly parameters: readonly CheckerSymbol[]
  readonly returns: CheckerType
}

/** Names of flags that we look at; their numbers differ from version to version. */
export const TYPE_FLAGS = [
  'Any',
  'Unknown',
  'Undefined',
  'Void',
  'Null',
  'Never',
  'String',
  'Number',
  'BigInt',
  'Boolean',
  'ESSymbol',
  'UniqueESSymbol',
  'StringLiteral',
  'NumberLiteral',
  'BigIntLiteral',
  'BooleanLiteral',
  'EnumLiteral',
  'Enum',
  'NonPrimitive',
  'TypeParameter',
  'Object',
  'TemplateLiteral',
  'Union',
  'Intersection',
] as const

export type TypeFlag = (typeof TYPE_FLAGS)[number]

/** What is asked of a compiler: small enough that a new version costs a small file. */
export interface CheckerPort {
  /** The symbol of the name at a place. */
  symbolAt(file: string, offset: number): CheckerSymbol | undefined
  exportOf(file: string, name: string): CheckerSymbol | undefined
  typeOfSymbol(symbol: CheckerSymbol): CheckerType
  nameOfSymbol(symbol: CheckerSymbol): string
  isOptional(symbol: CheckerSymbol): boolean
  isMethod(symbol: CheckerSymbol): boolean
  declarationOf(symbol: CheckerSymbol): CheckerDeclaration | undefined

  hasFlag(type: CheckerType, flag: TypeFlag): boolean
  /** The type of what could not be found, which otherwise passes for `any`. */
  isError(type: CheckerType): boolean
  idOf(type: CheckerType): number
  /** Members of a union or an intersection, and the types in a template. */
  membersOf(type: CheckerType): readonly CheckerType[]
  literalOf(type: CheckerType): string | number | boolean | undefined
  textsOf(type: CheckerType): readonly string[]
  symbolOf(type: CheckerType): CheckerSymbol | undefined
  aliasOf(type: CheckerType): CheckerSymbol | undefined
  isClass(symbol: CheckerSymbol): boolean
  isArray(type: CheckerType): boolean
  isTuple(type: CheckerType): boolean
  elementsOf(type: CheckerType): readonly { readonly isOptional: boolean; readonly isRest: boolean }[]
  argumentsOf(type: CheckerType): readonly CheckerType[]
  propertiesOf(type: CheckerType): readonly CheckerSymbol[]
  indexesOf(type: CheckerType): readonly { readonly key: CheckerType; readonly type: CheckerType }[]
  signaturesOf(type: CheckerType): readonly CheckerSignature[]
  isConstructible(type: CheckerType): boolean
  constraintOf(type: CheckerType): CheckerType | undefined
  print(type: CheckerType): string
  /** Files that were read, without those that come with the compiler. */
  filesRead(): readonly string[]
  close(): void
}
