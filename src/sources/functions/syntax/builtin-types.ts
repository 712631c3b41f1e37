import type { Node } from 'oxc-parser'
import { BUILTIN_NAMES, type BuiltinName, refused, type Shape } from '../type-shape.ts'
import { needsChecker, ofShape, type Scope, type SyntaxReader, type SyntaxType } from './syntax-type.ts'
import { UTILITY_TYPES } from './utility-types.ts'

const ALIASES: Readonly<Record<string, BuiltinName>> = {
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
  Buffer: 'Uint8Array',
  PromiseLike: 'Promise',
  IterableIterator: 'Generator',
  AsyncIterableIterator: 'AsyncGenerator',
}
const KNOWN: ReadonlySet<string> = new Set(BUILTIN_NAMES)

// Objects of the language that no JSON can be.
const REFUSED: ReadonlySet<string> = new Set([
  'RegExp',
  'Function',
  'Error',
  'WeakMap',
  'WeakSet',
  'Symbol',
  'BigInt',
  'ArrayBuffer',
  'Blob',
  'ReadableStream',
  'WritableStream',
])

/** A type that the language or its library has by name; undefined when there is none that we know. */
export function builtinShape(
  name: string,
  args: readonly SyntaxType[],
  node: Node,
  scope: Scope,
  reader: SyntaxReader,
): Shape<SyntaxType> | undefined {
  const utility = UTILITY_TYPES.get(name)
  if (utility !== undefined) return utility(args, { node, scope }, reader)
  if (name === 'Array' || name === 'ReadonlyArray')
    return { kind: 'array', items: args[0] ?? ofShape({ kind: 'any' }) }
  if (name === 'Object') return { kind: 'anything' }
  if (REFUSED.has(name)) return refusedBuiltin(name)
  const builtin = Object.hasOwn(ALIASES, name)
    ? ALIASES[name]
    : KNOWN.has(name)
      ? (name as BuiltinName)
      : undefined
  if (builtin === undefined) return undefined
  // Ours are imported; something else of that name is not known here.
  if (builtin === 'ToolContext' || builtin === 'ToolOutput')
    throw needsChecker(`\`${name}\` is not imported`, node, scope)
  return { kind: 'builtin', name: builtin, arguments: args }
}

/** What the compiler's tier says of the same. */
export function refusedBuiltin(name: string): Shape<never> {
  if (name === 'RegExp')
    return refused('a RegExp', 'Take the pattern as text, and make the RegExp inside the function.')
  return refused(name === 'Function' ? 'a function' : `a value of type ${name}`)
}

export function isRefusedBuiltin(name: string): boolean {
  return REFUSED.has(name)
}

export function builtinAlias(name: string): BuiltinName | undefined {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : KNOWN.has(name) ? (name as BuiltinName) : undefined
}
