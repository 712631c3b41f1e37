/** What the Landlock program is told, over a pipe, before it confines itself and becomes the program. Plain JSON. */
export interface Confinement {
  readonly paths: readonly { readonly path: string; readonly access: 'read' | 'write' | 'device' }[]
  /** The filter of system calls, base64. */
  readonly filter: string
  /** Descriptors that the program gets beside the standard ones. */
  readonly descriptors: readonly number[]
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}
