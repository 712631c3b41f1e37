import { existsSync, type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import { checkFileOptions, pathOf, type ToolsFromFileOptions } from './function-options.ts'
import type { FunctionTools } from './make-tools.ts'
import { readFile } from './read-file.ts'
import type { FunctionReading } from './read/function-record.ts'
import { isUnchanged } from './store/is-unchanged.ts'
import { toTools } from './tools-from-file.ts'

/** Tools that follow their file. */
export interface WatchedTools {
  /** What holds now; another object after each change. */
  current(): FunctionTools
  close(): void
}

// Editors write in several steps, and formatters write right after them.
const QUIET_MS = 60

const WHOLE_FILE: ReadonlySet<string> = new Set(['FILE_UNREADABLE', 'FILE_NOT_LOADABLE'])

/**
 * Reads a file of functions, and again whenever it, or a file that its types come from, changes. `onChange` gets all
 * tools at once; when the file as a whole is bad, the last good tools with the problems of the bad file.
 */
export async function watchTools(
  file: string | URL,
  onChange: (tools: FunctionTools) => void,
  options: ToolsFromFileOptions = {},
): Promise<WatchedTools> {
  checkFileOptions('watchTools', options)
  const path = pathOf('watchTools', file)
  const circumstances = {
    kind: options.trust === true ? 'closure' : 'module',
    permissions: options.permissions,
  } as const
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  let reading = await readFile(path, options, circumstances)
  let current = await toTools(path, reading, options)
  follow(reading)

  /** Folders, not files: an editor puts a new file in the place of the old one. */
  function follow({ read, absent }: FunctionReading): void {
    const folders = new Set(
      [path, ...Object.keys(read), ...absent].map((one) => dirname(one)).filter((one) => existsSync(one)),
    )
    for (const [folder, watcher] of watchers) {
      if (folders.has(folder)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of folders) {
      if (watchers.has(folder)) continue
      const watcher = watch(folder, { persistent: true }, later)
      watcher.on('error', later)
      watchers.set(folder, watcher)
    }
  }

  function later(): void {
    clearTimeout(timer)
    // One at a time: a slow reading may not come after a newer one.
    if (!isClosed) timer = setTimeout(() => void (running = running.then(again)), QUIET_MS)
  }

  async function again(): Promise<void> {
    if (isClosed || isSame(reading)) return
    const next = await readFile(path, options, circumstances)
    const made = await toTools(path, next, options)
    if (isClosed) return
    reading = next
    follow(next)
    const isBad = made.problems.some(({ code, severity }) => severity === 'error' && WHOLE_FILE.has(code))
    current = isBad ? { tools: current.tools, problems: made.problems } : made
    onChange(current)
  }

  return {
    current: () => current,
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

function isSame(reading: FunctionReading): boolean {
  try {
    return isUnchanged(reading)
  } catch {
    return false
  }
}
