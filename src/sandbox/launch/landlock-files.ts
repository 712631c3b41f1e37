import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(import.meta.url)

/** Where the program is that confines itself: in a clone beside this file, in a package among the workers. */
export function landlockEntry(): string {
  const folder = dirname(here)
  if (here.endsWith('.ts')) return join(folder, 'inside', 'landlock-entry.ts')
  const dist = folder.endsWith('chunks') ? dirname(folder) : folder
  return join(dist, 'workers', 'landlock-entry.js')
}

/** The file of the foreign function library, an optional peer; undefined where it is not installed. */
export function foreignLibrary(): string | undefined {
  try {
    return realpathSync(createRequire(here).resolve('koffi'))
  } catch {
    return undefined
  }
}

/** What every program may read, and the devices that it may use. */
export const PLAIN_DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom'].filter(
  (path) => existsSync(path),
)
