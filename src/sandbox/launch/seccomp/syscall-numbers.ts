// Numbers of the system calls that a confined program may not make, from the kernel's own tables
// (arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h). arm64 is untested: no machine to run it on.

/** The two architectures that have a table, as `process.arch` names them. */
export type Architecture = 'x64' | 'arm64'

/** One call's number on each architecture; undefined where it does not exist. */
export type SyscallNumber = readonly [x64: number | undefined, arm64: number | undefined]

/** Refused whatever their arguments, as if the kernel forbade them. */
export const FORBIDDEN_SYSCALLS: Readonly<Record<string, SyscallNumber>> = {
  // other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // mounts and roots
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  swapon: [167, 224],
  swapoff: [168, 225],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // a handle opens a file without walking to it
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  // namespaces; clone is looked at in its flags
  unshare: [272, 97],
  setns: [308, 268],
  // large parts of the kernel that a tool does not need
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  memfd_secret: [447, 447],
  // the machine
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  create_module: [174, undefined],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  get_kernel_syms: [177, undefined],
  query_module: [178, undefined],
  reboot: [169, 142],
  acct: [163, 89],
  syslog: [103, 116],
  nfsservctl: [180, 42],
  vhangup: [153, 58],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
  uselib: [134, undefined],
  _sysctl: [156, undefined],
  sysfs: [139, undefined],
}

/** Refused besides where no namespace keeps the host's processes and files apart. */
export const SHARED_SYSCALLS: Readonly<Record<string, SyscallNumber>> = {
  // It stays in its group, which can be ended.
  setsid: [112, 157],
  setpgid: [109, 154],
  pidfd_open: [434, 434],
  // Landlock asks who opens a file, not who changes what is written about it, nor who watches what becomes of it.
  chmod: [90, undefined],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, undefined],
  lchown: [94, undefined],
  fchown: [93, 55],
  fchownat: [260, 54],
  utime: [132, undefined],
  utimes: [235, undefined],
  futimesat: [261, undefined],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  inotify_init: [253, undefined],
  inotify_init1: [294, 26],
}

/**
 * There they say yes and do nothing, since copying a file ends with them: the mode and the times of an open file. Whether
 * it was opened for writing, a filter cannot see.
 */
export const QUIET_SYSCALLS = {
  fchmod: [91, 52],
  /** Only without a path, its second argument: then it means a descriptor. */
  utimensat: [280, 88],
} as const satisfies Readonly<Record<string, SyscallNumber>>

/** Allowed there for the caller itself, and for nobody else of the same user: when the arguments have these values. */
export const OWN_SYSCALLS: readonly (readonly [
  required: readonly (readonly [argument: number, value: number])[],
  numbers: SyscallNumber,
])[] = [
  [[[0, 0]], [302, 261]], // prlimit64
  [[[0, 0]], [203, 122]], // sched_setaffinity
  [[[0, 0]], [144, 119]], // sched_setscheduler
  [[[0, 0]], [142, 118]], // sched_setparam
  [[[0, 0]], [314, 274]], // sched_setattr
  // What comes first says whether the second is a process, a group, or all that a user has.
  [
    [
      [0, 0],
      [1, 0],
    ],
    [141, 140],
  ], // setpriority
  [
    [
      [0, 1],
      [1, 0],
    ],
    [251, 30],
  ], // ioprio_set
]

/** Refused as if the kernel did not know them: programs then take another way. */
export const ABSENT_SYSCALLS: Readonly<Record<string, SyscallNumber>> = {
  clone3: [435, 435], // its flags are behind a pointer, which a filter cannot read
  // Memory that no limit counts: it belongs to no process's address space once it is detached.
  memfd_create: [319, 279],
  shmget: [29, 194],
  shmat: [30, 196],
  // Queues and semaphores of the host, where no namespace keeps them apart.
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
}

/** Allowed or refused by their arguments. */
export const ARGUED_SYSCALLS = {
  socket: [41, 198],
  socketpair: [53, 199],
  clone: [56, 220],
  ioctl: [16, 29],
  personality: [135, 92],
} as const satisfies Readonly<Record<string, SyscallNumber>>

/** The first number after those that were read for this table: what a later kernel adds is absent. */
export const FIRST_UNKNOWN_SYSCALL = 463
