import type { FunctionBinding } from '../define/function-binding.ts'

/** What runs in a sandbox: plain data, since it crosses a process boundary. */
export type SandboxProgram =
  /** An export of a module file; it is called with the arguments and a context, as a closure would be, or as bound. */
  | {
      readonly kind: 'module'
      readonly file: string
      readonly exportName: string
      readonly binding?: FunctionBinding
      /** Another one is another program: a worker has loaded what the file held before. */
      readonly revision?: string
    }
  /** The body of an async function `(args, context)`, JavaScript; strict runs it in Node, restricted in QuickJS. */
  | { readonly kind: 'code'; readonly code: string }
  /** A program and its arguments, started without a shell. */
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly stdin?: string }
