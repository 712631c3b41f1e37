// Uses more than it was given: never more than the numbers that it is told, which a machine bears without the sandbox.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export function heap({ megabytes }) {
  const megabyte = Array.from({ length: 131_072 }, (_, index) => index + 0.5)
  const kept = []
  for (let count = 0; count < megabytes; count++) kept.push(megabyte.slice())
  return `kept ${kept.length} MB`
}

/** Never written to: address space, not memory. */
export function buffers({ megabytes }) {
  const kept = []
  for (let count = 0; count < megabytes; count += 16) kept.push(Buffer.alloc(16 * 1024 * 1024))
  return `kept ${kept.length * 16} MB`
}

export async function forks({ processes, seconds }) {
  const children = Array.from({ length: processes }, () =>
    spawn('sleep', [seconds], { stdio: 'ignore' }).on('error', () => undefined),
  )
  await sleep(200)
  const alive = children.filter(({ pid, exitCode }) => pid !== undefined && exitCode === null)
  for (const child of children) child.kill('SIGKILL')
  if (alive.length < processes) throw new Error(`${alive.length} of ${processes}`)
  return `${alive.length} at once`
}

export function open({ files }) {
  const opened = []
  try {
    for (let count = 0; count < files; count++) opened.push(openSync('/dev/null'))
    return `${opened.length} at once`
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

function fills(folder, { megabytes }) {
  const own = join(folder, `fills-${process.pid}`)
  mkdirSync(own)
  try {
    // Several files: a limit on the size of one would not be enough.
    for (let count = 0; count < megabytes; count += 4)
      writeFileSync(join(own, `${count}`), Buffer.alloc(4 * 1024 * 1024))
    return `wrote ${megabytes} MB`
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
export const scratch = (targets) => fills(targets.scratch, targets)
export const sharedMemory = (targets) => fills('/dev/shm', targets)

export function spin({ cpuMs }) {
  const usedMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
  while (usedMs() < cpuMs);
  return `spun ${cpuMs} ms`
}
