import type { ArrowFunctionExpression, Function as FunctionNode } from 'oxc-parser'
import type { Place } from '../function-problem.ts'
import type { SourceFile } from './source-file.ts'

/** A function with its parameters, in whichever way it is written. */
export type FunctionLike = FunctionNode | ArrowFunctionExpression

/** Something that a file exports and that can be called. */
export interface Callable {
  /** As its author calls it: `getWeather`, `Weather.forecast`. */
  readonly name: string
  readonly exportName: string
  readonly member?: { readonly name: string; readonly isStatic: boolean }
  readonly file: SourceFile
  /** Absent where only the compiler can see the parameters: `export const search = cached(find)`. */
  readonly node?: FunctionLike
  /** A type for the whole, which says what the parameters are when they do not: `const find: Finder = (text) => …`. */
  readonly isTypedAsWhole: boolean
  /** Where it starts, and so where its comment ends. */
  readonly place: Place
  /** The same of its further overloads. */
  readonly otherPlaces: readonly Place[]
  /** Its name in the source, for the compiler; absent for an unnamed default export. */
  readonly nameOffset?: number
  readonly isOverloaded: boolean
  /** Why it cannot be called from here. */
  readonly obstacle?: { readonly message: string; readonly cure: string }
}
