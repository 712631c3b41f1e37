import type { SandboxPolicy } from '../policy.ts'
import type { Launch } from './launcher.ts'
import { type FollowedLink, isWithin, type ResolvedPath, resolvePath } from './resolve-path.ts'
import type { SystemPaths } from './system-paths.ts'
import { unavailable } from './unavailable.ts'
import { findBarrier, findOwnBarrier, type PathAccess, type User } from './unprivileged-user.ts'

/** A real path that a confined program sees. */
export interface VisiblePath {
  readonly path: string
  readonly access: PathAccess
}

/** What of the host a confined program sees beside the system's own folders. */
export interface VisiblePaths {
  /** Shallow ones first: a deeper one is laid over the one that holds it, and so decides. */
  readonly paths: readonly VisiblePath[]
  /** Links on the way from the paths as they were listed. */
  readonly links: readonly FollowedLink[]
}

// The kernel's own trees. A sandbox has its own, or none; the host's tell of and reach other processes and devices.
const KERNEL_TREES = ['/proc', '/sys', '/dev']

const depthOf = (path: string): number => path.split('/').filter(Boolean).length

function resolveListed(path: string, from: string): ResolvedPath {
  try {
    return resolvePath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const missing = code === 'ENOENT' || code === 'ENOTDIR'
    throw unavailable(
      missing
        ? `\`${path}\` (${from}) does not exist.`
        : `\`${path}\` (${from}) cannot be reached: ${String(code ?? error)}.`,
      missing
        ? `Create it, or take it out of ${from}.`
        : `Let this user reach it, or take it out of ${from}.`,
      { path },
    )
  }
}

function refuseKernelTrees(real: string, from: string): void {
  const tree = KERNEL_TREES.find((folder) => isWithin(real, folder))
  if (tree === undefined) return
  throw unavailable(
    `\`${real}\` (${from}) is part of \`${tree}\`, which an isolated program never shares with the host.`,
    `Take it out of ${from}; an isolated program has its own \`/proc\` and \`/dev\`.`,
    { path: real },
  )
}

/** Throws for a path that the user of isolated programs cannot reach, with the command that mends it. */
export function refuseUnreachable({ path, access }: VisiblePath, user: User | undefined, from: string): void {
  const barrier = user === undefined ? findOwnBarrier(path, access) : findBarrier(path, access, user)
  if (barrier === undefined) return
  const who = user === undefined ? 'This user' : `User ${user.uid}, as whom isolated programs run,`
  throw unavailable(
    `${who} cannot ${barrier.lacks} \`${barrier.path}\` (mode ${barrier.mode}), which \`${path}\` (${from}) needs.`,
    `Run \`${barrier.cure}\`, move it where that user may go, or name another user in \`sandbox.user\`.`,
    { path, barrier: barrier.path },
  )
}

/**
 * Resolves every path that a program is to see. Throws SANDBOX_UNAVAILABLE for one that is missing, out of the user's
 * reach, or reached through a link that an earlier call may have planted.
 */
export function visiblePaths(policy: SandboxPolicy, launch: Launch, user: User | undefined): VisiblePaths {
  const isListed = policy.level !== 'restricted' // which sees nothing but its runtime
  const wanted = [
    ...launch.runtimePaths.map((path) => ({ path, access: 'read' as const, from: 'the runtime' })),
    ...(isListed ? policy.read : []).map((path) => ({ path, access: 'read' as const, from: '`allow.read`' })),
    ...(isListed ? policy.write : []).map((path) => ({
      path,
      access: policy.allowSideEffects ? ('write' as const) : ('read' as const),
      from: '`allow.write`',
    })),
  ]
  const found = new Map<string, VisiblePath>()
  const links = new Map<string, FollowedLink>()
  for (const { path, access, from } of wanted) {
    const resolved = resolveListed(path, from)
    const visible = { path: resolved.real, access }
    refuseKernelTrees(visible.path, from)
    refuseUnreachable(visible, user, from)
    // The later wins: what may be written is listed last.
    found.set(visible.path, visible)
    for (const link of resolved.links) links.set(link.path, link)
  }
  const writable = isListed ? policy.write.map((path) => resolvePath(path).real) : []
  refusePlantedLinks([...links.values()], writable)
  return {
    paths: [...found.values()].sort((left, right) => depthOf(left.path) - depthOf(right.path)),
    links: [...links.values()],
  }
}

// Whoever may write a folder may put a link to anywhere in it, and would choose what the next program is shown.
function refusePlantedLinks(links: readonly FollowedLink[], writable: readonly string[]): void {
  for (const link of links) {
    const folder = writable.find((path) => link.path !== path && isWithin(link.path, path))
    if (folder === undefined) continue
    throw unavailable(
      `\`${link.path}\` is a symbolic link inside \`${folder}\`, which isolated programs may write: it may point anywhere by now.`,
      `List its target, \`${link.target}\`, in place of a path through the link.`,
      { path: link.path },
    )
  }
}

/** What must appear at standard where scratch space would hide it. Everything else is the host's. */
export function visibleAtStandard(policy: SandboxPolicy, launch: Launch): VisiblePaths {
  if (policy.allowSideEffects) return { paths: [], links: [] }
  const isHidden = (path: string): boolean => path !== '/tmp' && isWithin(path, '/tmp')
  const runtimePaths = [...launch.runtimePaths, launch.workingDirectory].filter(isHidden)
  const hidden = { ...policy, read: policy.read.filter(isHidden), write: policy.write.filter(isHidden) }
  return visiblePaths(hidden, { ...launch, runtimePaths }, undefined)
}

/** Throws for a working directory that a program would not see. */
export function refuseHiddenFolder(folder: string, { paths }: VisiblePaths, system: SystemPaths): void {
  const { real } = resolveListed(folder, 'the working directory')
  const seen = ['/tmp', ...paths.map(({ path }) => path), ...system.binds.map(({ target }) => target)]
  if (
    seen.some((path) => (isWithin(real, path) && (path !== '/tmp' || real === path)) || isWithin(path, real))
  )
    return
  throw unavailable(
    `The working directory \`${folder}\` is not on the list of allowed paths.`,
    'Add it to `allow.read` or `allow.write`, or name another.',
    { path: folder },
  )
}
