import { createBubblewrapLauncher } from './bubblewrap-launcher.ts'
import { findProgram } from './find-program.ts'
import { foreignLibrary } from './landlock-files.ts'
import { createLandlockLauncher } from './landlock-launcher.ts'
import type { Launcher } from './launcher.ts'
import { createProcessGroupLauncher } from './process-group-launcher.ts'
import { createSeatbeltLauncher, seatbeltLibrary } from './seatbelt-launcher.ts'
import { createTaskKillLauncher } from './task-kill-launcher.ts'
import type { User } from './unprivileged-user.ts'

/** Something that a machine cannot hold, and what would mend it. */
export interface Gap {
  readonly what: string
  readonly cure: string
}

/** A mechanism that may work here. Nothing is known of it until it has been run. */
export interface Candidate {
  readonly launcher: Launcher
  /** What it does not hold even where it works. */
  readonly gaps: readonly Gap[]
}

/** What may work on this platform, the best first, and what is missing for more. */
export interface Candidates {
  readonly candidates: readonly Candidate[]
  readonly missing: readonly (Gap & { readonly levels: readonly string[] })[]
}

const INSTALL_BUBBLEWRAP =
  'Install it: `apt-get install bubblewrap` (Debian, Ubuntu), `dnf install bubblewrap`, `apk add bubblewrap`.'

const MEMORY_PER_PROCESS: Gap = {
  what: 'Memory is limited for each process, not for all processes of a call together.',
  cure: 'Lower `sandbox.limits.maxProcesses`, or run the host in a container or service with a memory limit.',
}

const PROCESSES_PER_USER: Gap = {
  what: 'The kernel counts processes for each user, not for each call: calls that run at the same time share a limit.',
  cure: INSTALL_BUBBLEWRAP,
}

const LEAVES_GROUP: Gap = {
  what: 'A grandchild that starts a session of its own and takes the mark off its environment outlives its call, until its limit of processor time.',
  cure: INSTALL_BUBBLEWRAP,
}

const SIDE_EFFECTS: Gap = {
  what: '`allowSideEffects: false` is not enforced at standard: files can be written wherever the user may.',
  cure: `${INSTALL_BUBBLEWRAP} Or ask for strict.`,
}

const UNDER_LANDLOCK: readonly Gap[] = [
  {
    what: 'Tools with listed hosts are refused, there is no scratch space and no `/proc`, and that a file exists can be seen.',
    cure: `${INSTALL_BUBBLEWRAP} It needs user namespaces.`,
  },
  {
    what: 'Modes, owners, times and attributes of files stay as they are, and files cannot be watched.',
    cure: `${INSTALL_BUBBLEWRAP} It needs user namespaces.`,
  },
  PROCESSES_PER_USER,
  MEMORY_PER_PROCESS,
]

function onLinux(user: User | undefined): Candidates {
  const [bubblewrap, prlimit] = ['bwrap', 'prlimit'].map(findProgram)
  const missing = [
    ...(bubblewrap === undefined
      ? [{ levels: ['strict', 'restricted'], what: 'bubblewrap is not installed.', cure: INSTALL_BUBBLEWRAP }]
      : []),
    ...(prlimit === undefined
      ? [
          {
            levels: ['standard', 'strict', 'restricted'],
            what: '`prlimit` is not installed.',
            cure: 'Install util-linux (`apk add util-linux-misc` on Alpine).',
          },
        ]
      : []),
  ]
  if (prlimit === undefined) return { candidates: [], missing }
  const hasLibrary = foreignLibrary() !== undefined
  const levels = ['standard', 'strict', 'restricted'] as const
  return {
    candidates: [
      ...(bubblewrap === undefined
        ? []
        : [
            {
              launcher: createBubblewrapLauncher({ bubblewrap, prlimit, levels, user }),
              gaps: [MEMORY_PER_PROCESS],
            },
          ]),
      ...(hasLibrary ? [{ launcher: createLandlockLauncher({ prlimit, user }), gaps: UNDER_LANDLOCK }] : []),
      {
        launcher: createProcessGroupLauncher({ prlimit, user }),
        gaps: [LEAVES_GROUP, PROCESSES_PER_USER, MEMORY_PER_PROCESS, SIDE_EFFECTS],
      },
    ],
    missing: [
      ...missing,
      ...(hasLibrary
        ? []
        : [
            {
              levels: ['strict', 'restricted'],
              what: 'The package `koffi` is not installed, through which Landlock would be reached.',
              cure: '`npm install koffi`, on Linux 6.12 or newer.',
            },
          ]),
    ],
  }
}

function onWindows(): Candidates {
  const cure = 'Run the host on Linux, for instance in WSL 2 or a container.'
  return {
    candidates: [
      {
        launcher: createTaskKillLauncher(),
        gaps: [{ what: 'Nothing limits memory, processor time or processes on Windows (untested).', cure }],
      },
    ],
    missing: [{ levels: ['strict', 'restricted'], what: 'Windows has no mechanism that we use.', cure }],
  }
}

function onMacOs(user: User | undefined): Candidates {
  const library = seatbeltLibrary()
  const gap = {
    what: 'macOS limits neither the address space nor what leaves its process group (untested).',
    cure: 'Run the host on Linux, for instance in a container.',
  }
  return {
    candidates: [
      ...(library === undefined ? [] : [{ launcher: createSeatbeltLauncher(library, user), gaps: [gap] }]),
      { launcher: createProcessGroupLauncher({ prlimit: undefined, user }), gaps: [gap, SIDE_EFFECTS] },
    ],
    missing:
      library === undefined
        ? [
            {
              levels: ['strict', 'restricted'],
              what: 'The package `@anthropic-ai/sandbox-runtime` is not installed, through which Seatbelt is reached (untested).',
              cure: '`npm install @anthropic-ai/sandbox-runtime@0.0.83`, or run the host on Linux.',
            },
          ]
        : [],
  }
}

/** The mechanisms of this platform. */
export function candidateLaunchers(user: User | undefined): Candidates {
  if (process.platform === 'linux') return onLinux(user)
  if (process.platform === 'darwin') return onMacOs(user)
  if (process.platform === 'win32') return onWindows()
  return {
    candidates: [],
    missing: [
      {
        levels: ['standard', 'strict', 'restricted'],
        what: `There is no mechanism for \`${process.platform}\`.`,
        cure: 'Run the host on Linux.',
      },
    ],
  }
}
