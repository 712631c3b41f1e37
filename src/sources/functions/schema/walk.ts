import type { Revival } from '../../../define/function-binding.ts'
import type { Doc } from '../docs/parse-doc.ts'
import type { FunctionProblemCode, Place } from '../function-problem.ts'
import type { Shape, TypeReader } from '../type-shape.ts'

/** JSON Schema being built. */
export type Schema = Record<string, unknown>

/** Where the walk is: for problems. */
export interface At {
  readonly path: string
  readonly place: Place
}

/** A type as JSON Schema, and how its values come alive. */
export interface Walked {
  readonly schema: Schema
  readonly revival?: Revival
}

/** What the parts of the walk share. */
export interface Walk<Type> {
  readonly reader: TypeReader<Type>
  /** Inputs are closed and refuse; outputs are open, and have no need of revival. */
  readonly mode: 'input' | 'output'
  /** Whether something in the type must come alive; only then two members of a union must be told apart. */
  readonly revives: boolean
  docOf(place: Place | undefined): Doc | undefined
  walk(type: Type, at: At): Walked
  walkShape(shape: Shape<Type>, at: At): Walked
  /** Complains and lets everything in, so that one walk finds everything. */
  refuse(at: At, code: FunctionProblemCode, message: string, cure: string): Walked
  warn(at: At, code: FunctionProblemCode, message: string, cure: string): void
}

export function below(at: At, name: string, place?: Place): At {
  return { path: at.path === '' ? name : `${at.path}.${name}`, place: place ?? at.place }
}
