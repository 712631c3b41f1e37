import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

// The path of a service is often short.
const USUAL_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin']

/** The real path of a program of this machine, which may be executed; undefined where there is none. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  for (const folder of [...folders, ...USUAL_FOLDERS]) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return realpathSync(path)
    } catch {
      // not there
    }
  }
  return undefined
}
