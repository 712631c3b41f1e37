// Settings, namespaces and mounts. What it writes is the value that was there; what it mounts is empty, its own, and gone.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'

function runs(program, ...args) {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 1_000 })
  if (status === 0) return 'it ran'
  throw error ?? new Error(String(stderr).trim() || `exit code ${status}`)
}

function writesBack(path) {
  fs.writeFileSync(path, fs.readFileSync(path))
  return 'wrote it'
}
export const corePattern = () => writesBack('/proc/sys/kernel/core_pattern')
export const networkSetting = () => writesBack('/proc/sys/net/ipv4/ip_forward')
export const hostnameSetting = () => writesBack('/proc/sys/kernel/hostname')
export const systemRequest = () => (
  fs.closeSync(fs.openSync('/proc/sysrq-trigger', fs.constants.O_WRONLY)),
  'opened it'
)

export const userNamespace = () => runs('unshare', '-U', 'true')
export const rootInNamespace = () => runs('unshare', '-U', '-r', 'true')
export const mountNamespace = () => runs('unshare', '-U', '-r', '-m', 'true')
export const networkNamespace = () => runs('unshare', '-U', '-r', '-n', 'true')
export const enterNamespace = ({ victim }) => runs('nsenter', '-t', String(victim), '-m', 'true')

export function mount({ root }) {
  const folder = join(root, `mount-${process.pid}`)
  fs.mkdirSync(folder)
  try {
    runs('mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', folder)
    runs('umount', folder)
    return 'mounted it'
  } finally {
    fs.rmdirSync(folder)
  }
}
export const changeRoot = () => runs('/usr/sbin/chroot', '/', '/bin/true')
export const becomeRoot = () => (process.setuid(0), process.getuid() === 0 ? 'is root' : undefined)
export const coreDumps = () => runs('sh', '-c', '[ "$(ulimit -H -c)" != 0 ] && ulimit -c 1')
