import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { type FollowedLink, resolvePath } from './resolve-path.ts'

/** A part of the machine that every program may read, because it could not run without it. */
export interface SystemPaths {
  /** Where it appears, and what is shown there. */
  readonly binds: readonly { readonly source: string; readonly target: string }[]
  readonly links: readonly FollowedLink[]
}

// Programs and libraries. Distributions differ in which of the short ones are links into /usr.
const FOLDERS = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store']

// What libraries look for in /etc. Certificates, never /etc/ssl as a whole: it holds private keys.
const SETTINGS = [
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/localtime',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/openssl.cnf',
  '/etc/pki/ca-trust/extracted',
]

/** What of the system is shown from strict up, read-only. No home, no /run, no /var, no /sys, no accounts, no secrets. */
export function systemPaths(): SystemPaths {
  const binds: { source: string; target: string }[] = []
  const links: FollowedLink[] = []
  for (const folder of FOLDERS) {
    if (!existsSync(folder)) continue
    if (lstatSync(folder).isSymbolicLink()) links.push(...resolvePath(folder).links)
    else binds.push({ source: folder, target: folder })
  }
  for (const path of SETTINGS) if (existsSync(path)) binds.push({ source: realpathSync(path), target: path })
  return { binds, links }
}

/** What a program sees where it looks itself up: one user, the one that it is. */
export function stubFiles(user: {
  readonly uid: number
  readonly gid: number
}): Readonly<Record<string, string>> {
  return {
    '/etc/passwd': `tool:x:${user.uid}:${user.gid}::/tmp:/bin/sh\n`,
    '/etc/group': `tool:x:${user.gid}:\n`,
    '/etc/hosts': '127.0.0.1 localhost\n::1 localhost\n',
  }
}
