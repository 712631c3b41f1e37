import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Tool } from '../../define/tool.ts'
import type { FileTools } from './file-problem.ts'
import { findFiles } from './find-files.ts'
import { followFolders } from './follow-folders.ts'
import { joinFiles } from './join-files.ts'
import { type KnownFile, modulesOf, readAgain } from './read-again.ts'
import {
  absolutePaths,
  checkFilesOptions,
  type FilePaths,
  type ToolFilesOptions,
} from './tool-files-options.ts'

/** Tools that follow their files; `followSource` keeps a registry in step with them. */
export interface WatchedFiles {
  readonly source: 'files'
  /** What holds now; another object after each change. */
  current(): FileTools
  tools(): readonly Tool[]
  /** Tells of each change; what it gives ends that. */
  on(event: 'tools-changed', listener: () => void): () => void
  /** Reads all again, as when a server was connected; answers when that is done. */
  refresh(): Promise<FileTools>
  close(): void
}

// Editors write in several steps, and formatters write right after them.
const QUIET_MS = 60

/**
 * Reads definition files, and again whenever they change. A changed file takes the place of the old one at once and
 * whole; one with a mistake in it is reported, and its last good tools stay.
 */
export async function watchFiles(
  paths: FilePaths,
  onChange: (tools: FileTools) => void,
  options: ToolFilesOptions = {},
): Promise<WatchedFiles> {
  checkFilesOptions('watchFiles', options)
  const wanted = absolutePaths('watchFiles', paths)
  const folders = followFolders(later)
  let known: ReadonlyMap<string, KnownFile> = new Map()
  let missing: ReadonlySet<string> = new Set()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let current: FileTools = { tools: [], problems: [] }
  const listeners = new Set<() => void>()

  async function read(isWhole: boolean): Promise<boolean> {
    const found = await findFiles(wanted)
    const follow = (): void =>
      folders.follow([
        ...found.folders,
        ...[...wanted, ...found.files, ...Array.from(known.values()).flatMap(modulesOf)].map(dirname),
      ])
    // Followed before it is read, so that no change in between is missed; and after, for modules that are new.
    follow()
    const next = new Map<string, KnownFile>()
    for (const file of found.files) next.set(file, await readAgain(file, known.get(file), isWhole, options))
    if (isClosed || isJustVanished(next)) return false
    known = next
    follow()
    const joined = joinFiles([...next.values()].map(({ good, problems }) => ({ ...good, problems })))
    const isSame =
      isSameList(current.tools, joined.tools) && isDeepStrictEqual(current.problems, joined.problems)
    if (!isSame) current = joined
    return !isSame
  }

  /** An editor that saves takes the file away and puts a new one: only what is gone at a second look is gone. */
  function isJustVanished(next: ReadonlyMap<string, KnownFile>): boolean {
    const vanished = [...known]
      .filter(([file, { isMissing }]) => !isMissing && (next.get(file)?.isMissing ?? true))
      .map(([file]) => file)
    const isNew = vanished.some((file) => !missing.has(file))
    missing = new Set(vanished)
    if (isNew) later()
    return isNew
  }

  function later(): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void again(false), QUIET_MS)
  }

  // One at a time: a slow reading may not come after a newer one.
  let running: Promise<unknown> = read(true)
  await running

  async function again(isWhole: boolean): Promise<FileTools> {
    const turn = running.then(() => !isClosed && read(isWhole))
    running = turn
    if (await turn) for (const listener of [() => onChange(current), ...listeners]) listener()
    return current
  }

  // Tools of a server are renewed when it says so.
  const ends = Object.values(options.mcp ?? {}).map((server) =>
    'on' in server ? server.on('tools-changed', () => void again(true)) : () => {},
  )

  return {
    source: 'files',
    current: () => current,
    tools: () => current.tools,
    on(_event, listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh: () => again(true),
    close() {
      isClosed = true
      for (const end of ends) end()
      clearTimeout(timer)
      folders.close()
    },
  }
}

function isSameList(a: readonly Tool[], b: readonly Tool[]): boolean {
  return a.length === b.length && a.every((tool, index) => tool === b[index])
}
