import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Everything that can be seen of a tree from outside: names, kinds, sizes, times, owners, content. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const { mode, size, mtimeNs, ctimeNs, ino, nlink } = lstatSync(path, { bigint: true })
      const kind = mode & 0o170_000n
      const content =
        kind === 0o100_000n
          ? createHash('sha256').update(readFileSync(path)).digest('hex')
          : kind === 0o120_000n
            ? readlinkSync(path)
            : ''
      return [name, mode, size, mtimeNs, ctimeNs, ino, nlink, content].join(' ')
    })
}

/** Watches a folder beside the tools: what they say of it does not count. */
export function watchOutside(folder: string) {
  const before = snapshot(folder)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
  // Reading a file moves its time of access when that lies before its last change, unless the mount says otherwise.
  const long = new Date(1_000_000_000_000)
  for (const path of files) utimesSync(path, long, new Date())
  const started = snapshot(folder)
  const accessOf = () => files.map((path) => lstatSync(path, { bigint: true }).atimeNs)
  const access = accessOf()
  const events: string[] = []
  const watcher = watch(folder, { recursive: true }, (event, name) => events.push(`${event} ${name}`))
  return {
    changes: () => {
      watcher.close()
      // Before the snapshot, which reads the files itself.
      const now = accessOf()
      const read = files.filter((_, index) => now[index] !== access[index])
      const after = snapshot(folder)
      return {
        events,
        read,
        isSame: after.join('\n') === started.join('\n') && before.length === after.length,
      }
    },
  }
}
