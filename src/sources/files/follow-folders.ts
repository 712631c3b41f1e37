import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** Watches a changing set of folders. */
export interface FollowedFolders {
  /** Watches these and no others; of one that is not there yet, the nearest folder above it. */
  follow(folders: readonly string[]): void
  close(): void
}

/** Tells of anything that happens in folders. Not files: an editor puts a new file in the place of the old one. */
export function followFolders(onEvent: () => void): FollowedFolders {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>()

  function drop(folder: string): void {
    watchers.get(folder)?.watcher.close()
    watchers.delete(folder)
  }

  return {
    follow(folders) {
      const wanted = new Map(folders.map(nearest).filter((found) => found !== undefined))
      for (const [folder, { inode }] of watchers) {
        // Removed and made again, it is another folder, of which the old watcher hears nothing.
        if (wanted.get(folder) !== inode) drop(folder)
      }
      for (const [folder, inode] of wanted) {
        if (watchers.has(folder)) continue
        try {
          const watcher = watch(folder, onEvent)
          watcher.on('error', () => {
            drop(folder)
            onEvent()
          })
          watchers.set(folder, { watcher, inode })
        } catch {
          onEvent() // gone in between: look again
        }
      }
    },
    close() {
      for (const folder of watchers.keys()) drop(folder)
    },
  }
}

function nearest(folder: string): readonly [folder: string, inode: bigint] | undefined {
  for (let path = folder; ; path = dirname(path)) {
    const status = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (status?.isDirectory() === true) return [path, status.ino]
    if (path === dirname(path)) return undefined
  }
}
