import type { SandboxPolicy } from '../policy.ts'
import type { Launch } from './launcher.ts'
import { isWithin } from './resolve-path.ts'
import type { SystemPaths } from './system-paths.ts'
import { unavailable } from './unavailable.ts'
import type { VisiblePaths } from './visible-paths.ts'

/** What the arguments of bubblewrap are made from. */
export interface BubblewrapPlan {
  readonly policy: SandboxPolicy
  readonly launch: Launch
  readonly environment: Readonly<Record<string, string>>
  readonly visible: VisiblePaths
  readonly system: SystemPaths
  /** Descriptors that bubblewrap reads or writes. */
  readonly descriptors: {
    readonly status: number
    readonly seccomp: number
    readonly files: Readonly<Record<string, number>>
  }
}

const depthOf = (path: string): number => path.split('/').filter(Boolean).length

const setEnvironment = (environment: BubblewrapPlan['environment']): readonly string[] =>
  Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value])

const bindVisible = ({ paths }: VisiblePaths): readonly string[] =>
  paths.flatMap(({ path, access }) => [access === 'write' ? '--bind' : '--ro-bind', path, path])

// Every process of the tree ends with the first: bubblewrap dies with its parent, and its process namespace with it.
const alwaysTogether = ({ descriptors }: BubblewrapPlan): readonly string[] => [
  '--die-with-parent',
  '--new-session', // a shared terminal can be typed into
  '--json-status-fd',
  String(descriptors.status),
]

/** Standard: the host's files, or a read-only view of them, in a process namespace of its own. */
function standardArguments(plan: BubblewrapPlan): readonly string[] {
  const { policy, launch, environment, visible } = plan
  const { scratchBytes } = policy.limits
  const files = policy.allowSideEffects
    ? ['--dev-bind', '/', '/', '--proc', '/proc']
    : [
        // Where root stays root, it could make the view writable again, and settings of the kernel are its own files.
        '--cap-drop',
        'ALL',
        '--ro-bind',
        '/',
        '/',
        '--proc',
        '/proc',
        '--ro-bind',
        '/proc/sys',
        '/proc/sys',
        '--dev',
        '/dev',
        // Memory that no limit counts but this one.
        '--size',
        String(scratchBytes),
        '--tmpfs',
        '/dev/shm',
        '--remount-ro',
        '/dev',
        '--size',
        String(scratchBytes),
        '--tmpfs',
        '/tmp',
        // What scratch space now hides.
        ...bindVisible({ ...visible, paths: visible.paths.filter(({ path }) => isWithin(path, '/tmp')) }),
      ]
  return [
    ...alwaysTogether(plan),
    '--unshare-pid',
    ...files,
    ...setEnvironment(environment),
    '--chdir',
    launch.workingDirectory,
  ]
}

interface Entry {
  readonly path: string
  readonly arguments: readonly string[]
}

/** From strict up: an empty root, in which only what is listed appears. */
function confinedArguments(plan: BubblewrapPlan): readonly string[] {
  const { policy, launch, environment, visible, system, descriptors } = plan
  const size = ['--size', String(policy.limits.scratchBytes)]
  // Nothing is made inside a listed folder: it would be made on the host.
  const isListed = (path: string): boolean => visible.paths.some((listed) => isWithin(path, listed.path))
  const made: Entry[] = [
    ...[...system.links, ...visible.links].map(({ path, target }) => ({
      path,
      arguments: ['--symlink', target, path],
    })),
    ...Object.entries(descriptors.files).map(([path, descriptor]) => ({
      path,
      arguments: ['--file', String(descriptor), path],
    })),
  ]
  const isInSystem = (path: string): boolean => system.binds.some(({ target }) => isWithin(path, target))
  const entries: Entry[] = [
    ...system.binds.map(({ source, target }) => ({
      path: target,
      arguments: ['--ro-bind', source, target],
    })),
    // The write protection of /proc/sys holds because no capability is left with which to undo it.
    { path: '/proc', arguments: ['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'] },
    { path: '/dev', arguments: ['--dev', '/dev', ...size, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'] },
    { path: '/tmp', arguments: [...size, '--perms', '0700', '--tmpfs', '/tmp'] },
    ...made
      .filter(({ path }, index) => made.findIndex((other) => other.path === path) === index)
      .filter(({ path }) => !isListed(path) && !isInSystem(path)),
    ...visible.paths.map((path) => ({
      path: path.path,
      arguments: bindVisible({ links: [], paths: [path] }),
    })),
  ]
  return [
    ...alwaysTogether(plan),
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--cap-drop',
    'ALL',
    '--hostname',
    'sandbox',
    '--seccomp',
    String(descriptors.seccomp),
    // A deeper path is laid over the one that holds it; the sort is stable, so that what is listed comes after the system's.
    ...entries
      .toSorted((left, right) => depthOf(left.path) - depthOf(right.path))
      .flatMap((entry) => entry.arguments),
    // The empty root is memory that nobody counts: once it is built, nothing more goes in.
    ...(isListed('/') ? [] : ['--remount-ro', '/']),
    ...setEnvironment(environment),
    '--chdir',
    launch.workingDirectory,
  ]
}

/** The options of bubblewrap for a policy; the program comes after them. */
export function bubblewrapArguments(plan: BubblewrapPlan): readonly string[] {
  const { policy } = plan
  const options = policy.level === 'standard' ? standardArguments(plan) : confinedArguments(plan)
  // They are sent with NUL between them: one inside would begin another option.
  const broken = options.find((text) => text.includes('\0'))
  if (broken !== undefined)
    throw unavailable('A path or an environment variable holds a NUL character.', 'Take the NUL out of it.', {
      text: broken.replaceAll('\0', '\\0'),
    })
  return options
}
