import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { SandboxPolicy } from '../policy.ts'
import { cleanEnvironment } from './clean-environment.ts'
import type { Launch, Launcher } from './launcher.ts'
import { preludeArguments } from './prelude.ts'
import { refuseLevel } from './refuse-level.ts'
import { kernelLimits, shellLimits } from './resource-limits.ts'
import { startInGroup } from './start-in-group.ts'
import { unavailable } from './unavailable.ts'
import { type User, userToBecome } from './unprivileged-user.ts'
import { visiblePaths } from './visible-paths.ts'

// UNTESTED: written from the documentation of @anthropic-ai/sandbox-runtime 0.0.83, with no Mac to run it on. The probe
// runs it before anything depends on it, and what does not hold there is refused.

interface LiteralPath {
  readonly path: string
  readonly literal: true
}

/** The parts of the library's configuration that we set. */
interface SeatbeltConfig {
  readonly network: { readonly allowedDomains: readonly string[]; readonly deniedDomains: readonly string[] }
  readonly filesystem: {
    readonly denyRead: readonly LiteralPath[]
    readonly allowRead: readonly LiteralPath[]
    readonly allowWrite: readonly LiteralPath[]
    readonly denyWrite: readonly LiteralPath[]
  }
}

interface Seatbelt {
  readonly SandboxManager: {
    initialize(config: SeatbeltConfig): Promise<void>
    wrapWithSandbox(command: string, shell: string, config: SeatbeltConfig): Promise<string>
  }
}

const PACKAGE = '@anthropic-ai/sandbox-runtime'
const FIRST_PIPE = 3

// What no program starts without: the system's libraries and frameworks, and the devices that every program uses.
const SYSTEM_PATHS = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library/Apple',
  '/dev',
  '/private/var/db/dyld',
  '/private/etc/ssl',
]

const literal = (path: string): LiteralPath => ({ path, literal: true })
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function configOf(policy: SandboxPolicy, launch: Launch, user: User | undefined): SeatbeltConfig {
  const { paths } = visiblePaths(policy, launch, user)
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: [literal('/')],
      allowRead: [...SYSTEM_PATHS, ...paths.map(({ path }) => path)].map(literal),
      allowWrite: paths.filter(({ access }) => access === 'write').map(({ path }) => literal(path)),
      denyWrite: [],
    },
  }
}

const NOTHING: SeatbeltConfig = {
  network: { allowedDomains: [], deniedDomains: [] },
  filesystem: { denyRead: [literal('/')], allowRead: [], allowWrite: [], denyWrite: [] },
}

/** The file of the library, an optional peer; undefined where it is not installed. */
export function seatbeltLibrary(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(PACKAGE)
  } catch {
    return undefined
  }
}

async function loadSeatbelt(file: string): Promise<Seatbelt> {
  const seatbelt = (await import(pathToFileURL(file).href)) as Seatbelt
  await seatbelt.SandboxManager.initialize(NOTHING)
  return seatbelt
}

/** Starts programs under Seatbelt on macOS. Hosts are refused: they would need the loopback of the host. Untested. */
export function createSeatbeltLauncher(library: string, configured: User | undefined): Launcher {
  const levels = ['strict', 'restricted'] as const
  let loaded: Promise<Seatbelt> | undefined
  return {
    name: 'seatbelt',
    levels,
    start: async (policy, launch) => {
      refuseLevel('seatbelt', levels, policy.level)
      if (policy.level === 'strict' && policy.hosts.length > 0)
        throw unavailable(
          'On macOS no host can be let through without letting through every port of this machine.',
          'Run the host on Linux, for instance in a container, or take the hosts out of the allow-list.',
        )
      const user = userToBecome(configured)
      const config = configOf(policy, launch, user)
      const environment = cleanEnvironment(launch)
      loaded ??= loadSeatbelt(library)
      const { SandboxManager } = await loaded
      const limits = kernelLimits({
        limits: policy.limits,
        isScriptEngine: launch.isScriptEngine,
        otherProcesses: undefined,
        onlyScratch: false,
      })
      const program = preludeArguments(FIRST_PIPE + launch.channels, launch.argv, shellLimits(limits))
      const wrapped = await SandboxManager.wrapWithSandbox(program.map(quote).join(' '), '/bin/sh', config)
      return startInGroup({
        command: ['/bin/sh', '-c', wrapped],
        environment,
        workingDirectory: launch.workingDirectory,
        user,
        channels: launch.channels,
        cgroup: undefined,
        refuse: (words) =>
          unavailable(
            `Seatbelt could not confine the program: ${words || 'it said nothing'}.`,
            'Run the host on Linux, for instance in a container.',
          ),
      })
    },
  }
}
