// Reads and writes past the folders that are listed. Everything it touches was made by the test, but for what every
// system has; of that it reads only, or opens for writing and writes nothing.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'

const holds = (text, token) => (text.includes(token) ? 'read it' : undefined)
const readsToken = (path, { token }) => holds(fs.readFileSync(path, 'utf8'), token)

export const passwords = ({ passwordLine }) => holds(fs.readFileSync('/etc/passwd', 'utf8'), passwordLine)
export const shadow = () => holds(fs.readFileSync('/etc/shadow', 'utf8'), ':')
export const secret = (targets) => readsToken(targets.secret, targets)
export const sshKey = (targets) => readsToken(join(targets.home, '.ssh', 'id_test'), targets)
export const upward = (targets) =>
  readsToken(`${targets.root}/../${targets.secret.split('/').slice(-2).join('/')}`, targets)

export function upwardFromInside(targets) {
  const before = process.cwd()
  process.chdir(targets.root)
  try {
    return readsToken(`../${targets.secret.split('/').slice(-2).join('/')}`, targets)
  } finally {
    process.chdir(before)
  }
}

export const listParent = ({ root, home }) =>
  fs.readdirSync(dirname(root)).includes(home.split('/').at(-1)) ? 'listed it' : undefined
export const hostScratch = ({ elsewhere }) =>
  fs.readdirSync('/tmp').includes(elsewhere.split('/')[2]) ? 'listed it' : undefined

export function throughProc(targets) {
  for (const process of ['self', '1', targets.victim]) {
    try {
      if (readsToken(`/proc/${process}/root${targets.secret}`, targets)) return `by way of ${process}`
    } catch {
      // the next
    }
  }
}

export const existingLink = (targets) => readsToken(join(targets.root, 'link-to-secret'), targets)
export const existingFolderLink = (targets) => readsToken(join(targets.root, 'link-out', 'secret'), targets)

function linked(make, targets) {
  const path = join(targets.root, `made-${process.pid}`)
  try {
    make(targets.secret, path)
    return readsToken(path, targets)
  } finally {
    fs.rmSync(path, { force: true })
  }
}
export const newLink = (targets) => linked(fs.symlinkSync, targets)
export const newHardLink = (targets) => linked(fs.linkSync, targets)
export const copied = (targets) => linked(fs.copyFileSync, targets)

const appends = (path, { way }) => {
  const descriptor = fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_APPEND)
  fs.writeSync(descriptor, `${way}\n`)
  fs.closeSync(descriptor)
  return 'wrote it'
}
export const writeOutside = (targets) => appends(targets.victimFile, targets)
export const writeThroughLink = (targets) => appends(join(targets.root, 'link-to-victim'), targets)
export const writeThroughProc = (targets) =>
  appends(`/proc/${targets.victim}/root${targets.victimFile}`, targets)

function makes(path) {
  fs.writeFileSync(path, '', { flag: 'wx' })
  fs.rmSync(path)
  return 'made it'
}
export const createOutside = ({ victimFile }) => makes(join(dirname(victimFile), `made-${process.pid}`))
export const createThroughLink = ({ root }) => makes(join(root, 'link-out', `made-${process.pid}`))
// Its own files can be read, since it could not run otherwise.
export const changeProgram = ({ program }) => makes(join(program, `made-${process.pid}`))

export function renameOut({ root, victimFile }) {
  const from = join(root, `moves-${process.pid}`)
  fs.writeFileSync(from, '')
  try {
    const to = join(dirname(victimFile), `moved-${process.pid}`)
    fs.renameSync(from, to)
    fs.rmSync(to)
    return 'moved it'
  } finally {
    fs.rmSync(from, { force: true })
  }
}

// What is set is what was there.
const setsAgain =
  (set) =>
  ({ victimFile }) => {
    set(victimFile, fs.statSync(victimFile))
    return 'set it'
  }
export const mode = setsAgain((path, { mode }) => fs.chmodSync(path, mode))
export const owner = setsAgain((path, { uid, gid }) => fs.chownSync(path, uid, gid))
export const times = setsAgain((path, { atime, mtime }) => fs.utimesSync(path, atime, mtime))
export const timesOfLink = setsAgain((path, { atime, mtime }) => fs.lutimesSync(path, atime, mtime))
export const length = setsAgain((path, { size }) => fs.truncateSync(path, size))

/** Of what may be read: a descriptor is no way round either. */
export function modeByDescriptor({ program }) {
  const descriptor = fs.openSync(join(program, 'run.mjs'), 'r')
  const { mode } = fs.fstatSync(descriptor)
  fs.fchmodSync(descriptor, mode ^ 0o1)
  const changed = fs.fstatSync(descriptor).mode !== mode
  fs.fchmodSync(descriptor, mode)
  fs.closeSync(descriptor)
  return changed && 'changed it'
}

export function watch({ victimFile }) {
  fs.watch(dirname(victimFile)).close()
  return 'watched it'
}

const opensForWriting = (path) => {
  fs.closeSync(fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_APPEND))
  return 'opened it'
}
export const systemFile = () => opensForWriting('/usr/lib/os-release')
export const accounts = () => opensForWriting('/etc/group')
// The file and not its folder, which is scratch space where the clone is below `/tmp`.
export const runtime = () => (fs.accessSync(process.execPath, fs.constants.W_OK), 'may write it')

export function makeDevice({ root }) {
  const path = join(root, `device-${process.pid}`)
  const { status, stderr } = spawnSync('mknod', [path, 'c', '1', '3'], { encoding: 'utf8' })
  fs.rmSync(path, { force: true })
  if (status !== 0) throw new Error(String(stderr).trim())
  return 'made it'
}
export const kernelLog = () => (fs.closeSync(fs.openSync('/dev/kmsg', fs.constants.O_RDONLY)), 'opened it')
export const systemTree = () => (fs.readdirSync('/sys/class/net').length > 0 ? 'listed it' : undefined)
export const systemState = () => (fs.readdirSync('/var/lib').length > 0 ? 'listed it' : undefined)
export const runningState = () => (fs.readdirSync('/run').length > 0 ? 'listed it' : undefined)
