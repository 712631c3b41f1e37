import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

// What launchers give a program that has no PATH of its own.
const DEFAULT_PATH = ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

/** A program that exists and may be run: as it was named, and where it really is. */
export interface FoundProgram {
  readonly file: string
  readonly realFile: string
}

/** Finds a program as a shell would: a name in `PATH`, a path from the working directory. Undefined: there is none. */
export async function findProgram(
  name: string,
  workingDirectory: string,
  environment: Readonly<Record<string, string>>,
): Promise<FoundProgram | undefined> {
  if (name === '' || name.includes('\0')) return undefined
  if (name.includes('/')) return isProgram(isAbsolute(name) ? name : resolve(workingDirectory, name))
  const path = Object.hasOwn(environment, 'PATH') ? environment['PATH'] : undefined
  for (const folder of (path ?? DEFAULT_PATH).split(delimiter)) {
    const found = isAbsolute(folder) ? await isProgram(join(folder, name)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

async function isProgram(file: string): Promise<FoundProgram | undefined> {
  try {
    await access(file, constants.X_OK)
    if (!(await stat(file)).isFile()) return undefined
    return { file, realFile: await realpath(file) }
  } catch {
    return undefined
  }
}
