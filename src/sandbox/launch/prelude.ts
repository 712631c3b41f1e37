import type { Duplex } from 'node:stream'

// Runs before every program. It says that the sandbox stands around it, and waits to be told to go on: a host that is
// killed while a sandbox is being set up closes the pipe, and the program never begins. (bubblewrap asks to die with its
// parent only at the end of its set-up; killed before that, it left the program running in 28 of 60 tries.)
const script = (descriptor: number): string =>
  `printf r >&${descriptor} && read -r word <&${descriptor} && [ "$word" = go ] && exec "$@" ${descriptor}>&-`

/** The arguments that begin a program once the host says so, over the pipe on this descriptor; `first` is run before. */
export function preludeArguments(
  descriptor: number,
  argv: readonly string[],
  first?: string,
): readonly string[] {
  const text = first === undefined ? script(descriptor) : `${first} && ${script(descriptor)}`
  return ['/bin/sh', '-c', text, 'sh', ...argv]
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
