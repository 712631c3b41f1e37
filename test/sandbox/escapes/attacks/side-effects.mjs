// Writes where a tool without side effects may not: anywhere but in scratch space.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

function makes(folder) {
  const path = join(folder, `made-${process.pid}`)
  writeFileSync(path, '', { flag: 'wx' })
  rmSync(path)
  return 'made it'
}
export const inRoot = ({ root }) => makes(root)
export const outside = ({ victimFile }) => makes(dirname(victimFile))
export const inHome = ({ home }) => makes(home)
export const inProgram = ({ program }) => makes(program)
export const inVar = () => makes('/var/tmp')
export const throughLink = ({ root }) => makes(join(root, 'link-out'))
export const throughProc = ({ root }) => makes(`/proc/self/root${root}`)

/** A view that is read-only is to stay so, for root and for who is root in a namespace of its own. */
function remounts({ root, rootOnly }, ...before) {
  const paths = [root, rootOnly].map((folder) => join(folder, `made-${process.pid}`))
  const script = ['/', root, rootOnly].map((folder) => `mount -o remount,bind,rw '${folder}'`).join('; ')
  const made = paths.map((path) => `: > '${path}'`).join('; ')
  // A shell ends when it cannot make a file.
  spawnSync('unshare', [...before, '-m', '/bin/sh', '-c', `${script}; (${made.replace(';', '); (')})`], {
    stdio: 'ignore',
    timeout: 1_000,
  })
  const found = paths.filter((path) => existsSync(path))
  for (const path of found) rmSync(path)
  if (found.length === 0) throw new Error('not made')
  return 'made it'
}
export const remounted = (targets) => remounts(targets)
export const remountedInNamespace = (targets) => remounts(targets, '-U', '-r')
export function kernelSetting() {
  writeFileSync('/proc/sys/kernel/core_pattern', readFileSync('/proc/sys/kernel/core_pattern'))
  return 'wrote it'
}
// Allowed: what it may write is its own, and gone with it.
export const inScratch = () => makes('/tmp')
