import type { CheckerReader } from '../checker/checker-reader.ts'
import type { Callable } from '../syntax/callable.ts'
import type { SourceFiles } from '../syntax/source-files.ts'
import type { NeedsChecker } from '../type-shape.ts'
import type { Signature } from './signature.ts'

/** How functions of one file are read. */
export interface ReadingContext {
  readonly files: SourceFiles
  /** The compiler; undefined when there is none. Asked for only when a type must be worked out. */
  checker(): CheckerReader | undefined
  /** Which of the two reads. @default the parser, and the compiler where that is not enough */
  readonly tier?: 'syntax' | 'checker' | undefined
}

/** What the compiler says of a function, or why it was not asked or did not know. */
export type Checked =
  | { readonly signature: Signature<unknown>; readonly checker: CheckerReader }
  | { readonly reason: string; readonly cure: string; readonly isNoFunction: boolean }

export function checkedSignature(
  callable: Callable,
  context: ReadingContext,
  why: NeedsChecker | undefined,
): Checked {
  const cure = why === undefined ? 'Write the types of its parameters.' : 'Write the type out'
  const checker = context.tier === 'syntax' ? undefined : context.checker()
  if (checker === undefined)
    return {
      reason: 'and no TypeScript is installed that could',
      cure: `${cure.replace(/\.$/, '')}, or install it: \`npm install --save-dev typescript\`.`,
      isNoFunction: false,
    }
  const signature = checker.signature(callable, context.files)
  if (signature !== undefined) return { signature, checker }
  return {
    reason: 'which TypeScript could not',
    cure: `${cure.replace(/\.$/, '')}.`,
    isNoFunction: callable.node === undefined,
  }
}
