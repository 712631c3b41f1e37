// Raw system calls, made by perl, since JavaScript has no way to: each with arguments that do nothing to anybody else.
import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'

const file = (name) => fileURLToPath(new URL(name, import.meta.url))

function perl(name, ...words) {
  const { status, stdout, stderr, error } = spawnSync('perl', [file(name), ...words], {
    encoding: 'utf8',
    timeout: 1_400,
  })
  if (status === 0) return stdout
  throw error ?? new Error(stderr.trim().slice(0, 100))
}

const words = (bytes, ...numbers) => {
  const buffer = Buffer.alloc(bytes)
  for (const [index, number] of numbers.entries()) buffer.writeUInt32LE(number >>> 0, index * 4)
  return `h${buffer.toString('hex')}`
}

// The number on x64, the one on arm64, the arguments.
const CALLS = {
  ioUring: [425, 425, () => ['1', 'z120']],
  bpf: [321, 280, () => ['0', words(128, 2, 4, 4, 1), '72']],
  keyring: [250, 219, () => ['0', '-3', '0']],
  addKey: [248, 217, () => ['suser', 'stoolwright-escape', 'sx', '1', '-2']],
  traceSelf: [101, 117, () => ['0', '0', '0', '0']],
  traceVictim: [101, 117, ({ victim }) => ['16902', `${victim}`, '0', '0']],
  compareVictim: [312, 272, ({ victim }) => [`${victim}`, `${victim}`, '1', '0', '0']],
  openVictim: [434, 434, ({ victim }) => [`${victim}`, '0']],
  limitVictim: [302, 261, ({ victim }) => [`${victim}`, '7', '0', 'z16']],
  scheduleVictim: [203, 122, ({ victim }) => [`${victim}`, '128', `h${'ff'.repeat(128)}`]],
  priorityOfUser: [141, 140, () => ['2', '0', '0']],
  diskPriorityOfUser: [251, 30, () => ['3', '0', '0']],
  userFaults: [323, 282, () => ['1']],
  performanceEvents: [
    298,
    241,
    () => [words(128, 1, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0x61), '0', '-1', '-1', '0'],
  ],
  memoryFile: [319, 279, () => ['sx', '0']],
  openTree: [428, 428, () => ['-100', 's/', '1']],
  openFileSystem: [430, 430, () => ['stmpfs', '0']],
  fileHandle: [303, 264, ({ root }) => ['-100', `s${root}`, words(136, 128), 'z8', '0']],
  newUserNamespace: [272, 97, () => ['268435456']],
  netlink: [41, 198, () => ['16', '3', '0']],
  packets: [41, 198, () => ['17', '3', '0']],
  rawInternet: [41, 198, () => ['2', '3', '1']],
  unixDatagram: [41, 198, () => ['1', '2', '0']],
  datagramPair: [53, 199, () => ['1', '2', '0', 'z8']],
  cryptography: [41, 198, () => ['38', '5', '0']],
  layout: [135, 92, () => ['262144']],
  hostName: [170, 161, () => [`s${hostname()}`, `${hostname().length}`]],
  kernelMessages: [103, 116, () => ['10', '0', '0']],
  extendedAttribute: [188, 5, ({ victimFile }) => [`s${victimFile}`, 'suser.escape', 'sx', '1', '0']],
}

function calls(name) {
  return (targets) => {
    const [x64, arm64, given] = CALLS[name]
    const number = process.arch === 'arm64' ? arm64 : x64
    const [, result, errno] = perl('syscalls.pl', `${name}:${number}:${given(targets).join(',')}`).split(
      /\s+/,
    )
    if (Number(result) < 0) throw new Error(`errno ${errno}`)
    return `gave ${result}`
  }
}

export const {
  ioUring,
  bpf,
  keyring,
  addKey,
  traceSelf,
  traceVictim,
  compareVictim,
  openVictim,
  limitVictim,
  scheduleVictim,
  priorityOfUser,
  diskPriorityOfUser,
  userFaults,
  performanceEvents,
  memoryFile,
  openTree,
  openFileSystem,
  fileHandle,
  newUserNamespace,
  netlink,
  packets,
  rawInternet,
  unixDatagram,
  datagramPair,
  cryptography,
  layout,
  hostName,
  kernelMessages,
  extendedAttribute,
} = Object.fromEntries(Object.keys(CALLS).map((name) => [name, calls(name)]))

/** A program that may gain privileges could become root by one that is set-user-ID. */
export function privileges() {
  const number = process.arch === 'arm64' ? 167 : 157
  const [, result] = perl('syscalls.pl', `privileges:${number}:39,0,0,0,0`).split(/\s+/)
  return result === '0' && 'may gain them'
}

export function typeIntoTerminal() {
  const setsid = process.arch === 'arm64' ? '157' : '112'
  const said = perl('type-into-terminal.pl', setsid).trim()
  if (said !== 'typed') throw new Error(said)
  return said
}
