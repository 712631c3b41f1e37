import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { User } from '../../../src/sandbox/launch/unprivileged-user.ts'
import { startTimeOf } from '../../../src/sandbox/launch/process-status.ts'
import { countMarked, killMarked } from './marked.ts'
import type { Targets } from './verdict.ts'

const HOST = fileURLToPath(new URL('lonely-host.ts', import.meta.url))
const GONE_WITHIN_MS = 5_000

/** A process for good: numbers are used again. */
type Named = readonly [pid: number, startTime: string | undefined]

function below(pid: number): readonly Named[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // over, in between
    }
  }
  const isBelow = (one: number | undefined): boolean =>
    one !== undefined && one > 1 && (parents.get(one) === pid || isBelow(parents.get(one)))
  return [...parents.keys()].filter(isBelow).map((one) => [one, startTimeOf(one)])
}

const isAlive = ([pid, startTime]: Named): boolean =>
  startTime !== undefined && startTimeOf(pid) === startTime

/** Starts a host that has every kind of tool running, kills it without a word, and counts what is left. */
export async function killHost(targets: Targets, user: User | undefined) {
  const host: ChildProcess = spawn(process.execPath, [HOST], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], TOOLWRIGHT_ESCAPES_TARGETS: JSON.stringify(targets) },
    ...user,
  })
  const [line] = (await once(host.stdout as Readable, 'data')) as [Buffer]
  const marks = JSON.parse(String(line)) as string[]
  const running = below(host.pid ?? 0)
  host.kill('SIGKILL')
  const left = (): number =>
    running.filter(isAlive).length + marks.reduce((sum, mark) => sum + countMarked(mark), 0)
  const endMs = performance.now() + GONE_WITHIN_MS
  while (left() > 0 && performance.now() < endMs) await sleep(50)
  const result = { running: running.length, left: left(), tools: marks.length }
  for (const mark of marks) killMarked(mark)
  for (const named of running) if (isAlive(named)) process.kill(named[0], 'SIGKILL')
  return result
}
