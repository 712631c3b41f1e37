import type { Node, TSType } from 'oxc-parser'
import type { Place } from '../function-problem.ts'
import { NeedsChecker, type Shape, type TypeReader } from '../type-shape.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceFiles } from './source-files.ts'

/** Where a type stands, and what its type parameters mean there. */
export interface Scope {
  readonly file: SourceFile
  readonly bindings: ReadonlyMap<string, SyntaxType>
  /** The same for the same file and bindings. */
  readonly key: string
}

/** A type as the parser's tier has it: a piece of source in its scope, or what was made of some. */
export type SyntaxType = WrittenType | { readonly shape: Shape<SyntaxType>; readonly key?: string }

/** A type as it is written. */
export interface WrittenType {
  readonly node: TSType
  readonly scope: Scope
}

/** What the parts of the parser's tier ask of each other. */
export interface SyntaxReader extends TypeReader<SyntaxType> {
  readonly files: SourceFiles
}

export function scopeOf(file: SourceFile): Scope {
  return { file, bindings: new Map(), key: file.path }
}

export function bind(scope: Scope, bindings: Iterable<readonly [string, SyntaxType]>): Scope {
  const all = new Map(scope.bindings)
  for (const [name, type] of bindings) all.set(name, type)
  const key = [...all].map(([name, type]) => `${name}=${keyOf(type)}`).join(',')
  return { file: scope.file, bindings: all, key: `${scope.file.path}<${key}>` }
}

/** The same for the same type: tells a type that holds itself from one that holds another of its kind. */
export function keyOf(type: SyntaxType): string {
  return 'node' in type ? `${type.scope.key}@${type.node.start}` : (type.key ?? `#${identityOf(type.shape)}`)
}

const identities = new WeakMap<object, number>()
let lastIdentity = 0

function identityOf(shape: object): number {
  const known = identities.get(shape)
  if (known !== undefined) return known
  identities.set(shape, ++lastIdentity)
  return lastIdentity
}

export function ofShape(shape: Shape<SyntaxType>): SyntaxType {
  return { shape }
}

export function placeOf(node: Pick<Node, 'start'>, scope: Scope): Place {
  return { file: scope.file.path, offset: node.start }
}

export function needsChecker(reason: string, node: Pick<Node, 'start'>, scope: Scope): NeedsChecker {
  return new NeedsChecker(reason, placeOf(node, scope))
}

/** The source of a piece of it, on one line. */
export function sourceOf(node: { readonly start: number; readonly end: number }, scope: Scope): string {
  const text = scope.file.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
