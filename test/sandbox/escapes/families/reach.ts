// What reaches past the walls: files, environments, the kernel, processes, sockets, descriptors, the insides of Node.
import { always, attacksOf, lacking } from '../attacks-of.ts'
import { batch } from '../batch.ts'
import { type Family, fromStandard, fromStrict } from '../family.ts'

const ROOT_ONLY = 'only root may'
const OWN_ONLY = 'only root, or who owns it, may'
const NAMESPACES = 'the kernel gives this user no namespaces'
const PERL = 'needs perl, and a kernel that has it'

const FILES = attacksOf('files', {
  ...always('passwords', 'secret', 'sshKey', 'upward', 'upwardFromInside', 'listParent', 'hostScratch'),
  ...always('throughProc', 'existingLink', 'existingFolderLink', 'newLink', 'newHardLink', 'copied'),
  ...always('writeOutside', 'writeThroughLink', 'writeThroughProc', 'createOutside', 'createThroughLink'),
  ...always('renameOut', 'mode', 'owner', 'times', 'timesOfLink', 'length', 'watch', 'systemTree'),
  ...always('systemState', 'runningState', 'changeProgram', 'modeByDescriptor'),
  ...lacking(ROOT_ONLY, 'shadow', 'systemFile', 'accounts', 'makeDevice', 'kernelLog'),
  ...lacking(OWN_ONLY, 'runtime'),
})

const ENVIRONMENT = [
  ...attacksOf('environment', always('ofOthers', 'commandLines', 'ofFirst')),
  ...attacksOf('environment', always('own'), fromStandard),
]

const KERNEL = [
  ...attacksOf('kernel', {
    ...lacking(ROOT_ONLY, 'corePattern', 'networkSetting', 'hostnameSetting', 'systemRequest'),
    ...lacking(ROOT_ONLY, 'enterNamespace', 'mount', 'changeRoot', 'becomeRoot'),
    ...lacking(NAMESPACES, 'userNamespace', 'rootInNamespace', 'mountNamespace', 'networkNamespace'),
  }),
  ...attacksOf('kernel', lacking('the limit of this host is 0 already', 'coreDumps'), fromStandard),
]

const SIGNALS = attacksOf('signals', {
  ...always('signal', 'signalGroup', 'see', 'priority'),
  ...lacking(OWN_ONLY, 'memory', 'descriptors'),
})

const SOCKETS = attacksOf('sockets', {
  ...always('loopback', 'hostAddress', 'anyAddress', 'unixPath', 'abstractSocket', 'datagram'),
  ...always('datagramToHost', 'domainName', 'listen', 'inspect', 'interfaces'),
  ...lacking('there is no IPv6 here', 'loopback6'),
})

const DESCRIPTORS = attacksOf('descriptors', always('readFile', 'writeSocket', 'findFile'), fromStandard)

const WORKERS = attacksOf('workers', {
  ...always('thread', 'child', 'childNode', 'binding', 'report'),
  ...lacking('the foreign function library is not installed', 'nativeCode'),
})

const SYSCALLS = [
  ...attacksOf(
    'syscalls',
    lacking(
      PERL,
      ['ioUring', 'bpf', 'keyring', 'addKey', 'traceSelf', 'traceVictim', 'compareVictim', 'openVictim'],
      ['limitVictim', 'scheduleVictim', 'userFaults', 'performanceEvents', 'memoryFile', 'openTree'],
      [
        'openFileSystem',
        'fileHandle',
        'newUserNamespace',
        'netlink',
        'packets',
        'rawInternet',
        'unixDatagram',
      ],
      ['datagramPair', 'cryptography', 'layout', 'hostName', 'kernelMessages', 'extendedAttribute'],
      ['privileges', 'typeIntoTerminal'],
    ),
  ),
  // In a process namespace a user is only what is inside it.
  ...attacksOf(
    'syscalls',
    lacking(PERL, 'priorityOfUser', 'diskPriorityOfUser'),
    (way) => fromStrict(way) && way.launcher === 'landlock',
  ),
]

export const reach: Family = batch(
  'reach',
  // Threads before the inspector: Node starts none after an inspector that could not listen.
  [...FILES, ...ENVIRONMENT, ...KERNEL, ...SIGNALS, ...WORKERS, ...SOCKETS, ...DESCRIPTORS, ...SYSCALLS],
  { changes: ({ native }) => ({ extraRead: native ?? [] }) },
)
