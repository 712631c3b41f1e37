import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A symbolic link that was followed. */
export interface FollowedLink {
  /** Where it is; its folder is a real path. */
  readonly path: string
  /** Where it points, absolute. */
  readonly target: string
}

/** A path without links, and the links on the way to it. */
export interface ResolvedPath {
  readonly real: string
  readonly links: readonly FollowedLink[]
}

const MAX_LINKS = 40 // as the kernel's own limit

/** Follows a path one part at a time, as the kernel does, so that each link is seen. Throws what `lstat` throws. */
export function resolvePath(path: string): ResolvedPath {
  const links: FollowedLink[] = []
  const parts = resolve(path).split('/').filter(Boolean)
  let real = '/'
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === '..') {
      real = dirname(real)
      continue
    }
    if (part === '.') continue
    const next = join(real, part)
    if (!lstatSync(next).isSymbolicLink()) {
      real = next
      continue
    }
    if (links.length >= MAX_LINKS) throw new Error(`Too many symbolic links on the way to ${path}.`)
    const text = readlinkSync(next)
    links.push({ path: next, target: resolve(real, text) })
    if (text.startsWith('/')) real = '/'
    parts.unshift(...text.split('/').filter(Boolean))
  }
  return { real, links }
}

/** Whether a path is another, or beneath it. Both absolute and normal. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || folder === '/' || path.startsWith(`${folder}/`)
}
