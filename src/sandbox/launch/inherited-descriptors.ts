import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'

const CLOSE_ON_EXEC = 0o2000000
const FIRST_AFTER_STANDARD = 3

/** Whether a descriptor goes on into programs that this process starts. False where the system does not tell. */
function goesOn(descriptor: number): boolean {
  try {
    fstatSync(descriptor) // the one that listed the folder is closed by now
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0
  } catch {
    return false
  }
}

function listDescriptors(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

let found: readonly number[] | undefined

/**
 * Descriptors above the standard ones that whoever started the host left open in it. Node opens its own close-on-exec;
 * these would reach every program that it starts, past any namespace. Looked for once: they are there from the start.
 */
export function inheritedDescriptors(): readonly number[] {
  found ??= listDescriptors().filter((descriptor) => descriptor >= FIRST_AFTER_STANDARD && goesOn(descriptor))
  return found
}

/** Runs with a descriptor of nothing, to put in the place of others. */
export function withNothing<Result>(use: (descriptor: number) => Result): Result {
  const descriptor = openSync('/dev/null', 'r')
  try {
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
