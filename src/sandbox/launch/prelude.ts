import type { Duplex } from 'node:stream'

// Runs before every program. It says that the sandbox stands around it, and waits to be told to go on: a host that is
// killed while a sandbox is being set up closes the pipe, and the program never begins. (bubblewrap asks to die with its
// parent only at the end of its set-up; killed before that, it left the program running in 28 of 60 tries.)
const SCRIPT = (descriptor: number): string =>
  `printf r >&${descriptor} && read -r word <&${descriptor} && [ "$word" = go ] && exec "$@" ${descriptor}>&-`

/** A shell reads a redirection of one digit only. */
export const MAX_CHANNELS = 6

/** The arguments that begin a program once the host says so, over the pipe on this descriptor. */
export function preludeArguments(descriptor: number, argv: readonly string[]): readonly string[] {
  return ['/bin/sh', '-c', SCRIPT(descriptor), 'sh', ...argv]
}

/** Settles true when everything is set up around the program, false when its process is over before that. */
export function untilReady(pipe: Duplex): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  pipe.once('data', () => resolve(true))
  pipe.once('close', () => resolve(false))
  return promise
}

/** Lets the program begin. */
export function letBegin(pipe: Duplex): void {
  pipe.end('go\n')
}
