import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { inheritedDescriptors, withNothing } from './inherited-descriptors.ts'

// A shell that outlives the host by a moment. It reads which process groups there are; when the host ends, however it
// ends, its input is over and it ends them all. A name is `group:mark`, and the mark finds what has left the group.
const SCRIPT = `
names=' '
while read -r verb name; do
  case $verb in
    add) names="$names$name " ;;
    done) case $names in *" $name "*) names="\${names%%" $name "*} \${names#*" $name "}" ;; esac ;;
  esac
done
for name in $names; do
  kill -KILL "-\${name%%:*}" 2>/dev/null
done
for name in $names; do
  mark=\${name#*:}
  [ -n "$mark" ] || continue
  for file in $(grep -lsF -- "$mark" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}" 2>/dev/null
  done
done`

const names = new Set<string>()
let watcher: ChildProcess | undefined

function say(line: string): void {
  watcher?.stdin?.write(`${line}\n`)
}

function startWatcher(): void {
  watcher = withNothing((nothing) => {
    const stdio: ('pipe' | 'ignore' | number)[] = ['pipe', 'ignore', 'ignore']
    for (const descriptor of inheritedDescriptors()) {
      while (stdio.length < descriptor) stdio.push('ignore')
      stdio[descriptor] = nothing
    }
    return spawn('/bin/sh', ['-c', SCRIPT], {
      stdio,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      detached: true, // what ends the group of the host must not end it
    })
  })
  const forget = (): void => {
    watcher = undefined
  }
  watcher.on('error', forget)
  watcher.on('exit', forget)
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as Socket | null)?.unref()
  for (const name of names) say(`add ${name}`)
}

/** Sees that somebody watches. Called before a process is started: between its start and `watchGroup` is no time to lose. */
export function readyWatcher(): void {
  if (watcher === undefined) startWatcher()
}

/** Ends a process group should the host die before the returned function is called. */
export function watchGroup(groupId: number, mark = ''): () => void {
  const name = `${groupId}:${mark}`
  readyWatcher()
  names.add(name)
  say(`add ${name}`)
  return () => {
    if (names.delete(name)) say(`done ${name}`)
  }
}
