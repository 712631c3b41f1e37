import type { ParameterSyntax } from '../syntax/read-parameters.ts'

/** What a reader of types says of a function. */
export interface Signature<Type> {
  readonly parameters: readonly SignatureParameter<Type>[]
  /** Undefined when nothing says what it gives. */
  readonly returns: Type | undefined
}

export interface SignatureParameter<Type> {
  readonly syntax: ParameterSyntax
  /** Undefined when it has none. */
  readonly type: Type | undefined
  readonly inject?: 'signal' | 'context'
}
