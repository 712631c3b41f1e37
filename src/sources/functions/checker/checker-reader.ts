import type { Signature } from '../read/signature.ts'
import type { Callable } from '../syntax/callable.ts'
import type { SourceFiles } from '../syntax/source-files.ts'
import type { TypeReader } from '../type-shape.ts'

/** The compiler as a reader of types; which version it is, only its own file knows. */
export interface CheckerReader extends TypeReader<unknown> {
  /** Undefined when it finds no function there. */
  signature(callable: Callable, files: SourceFiles): Signature<unknown> | undefined
  /** Ends what the compiler has started. */
  close(): void
}
