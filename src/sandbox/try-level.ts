import { randomUUID } from 'node:crypto'
import { fromUnknown } from '../errors/from-unknown.ts'
import type { ConfinedProcess, Launcher } from './launch/launcher.ts'
import { countMarked } from './launch/marked-processes.ts'
import { DEFAULT_RESOURCE_LIMITS, type SandboxLevel } from './policy.ts'
import { probeScript } from './probe-checks.ts'

/** What was found of one level under one launcher: nothing wrong, or what. */
export interface Trial {
  readonly problems: readonly string[]
  readonly hint: string | undefined
}

const TRIAL_LIMIT_MS = 5000

async function readUntilEnd(confined: ConfinedProcess): Promise<readonly string[] | undefined> {
  let text = ''
  confined.stdout.setEncoding('utf8')
  for await (const piece of confined.stdout as AsyncIterable<string>) {
    text += piece
    const lines = text.split('\n')
    const end = lines.indexOf('end')
    if (end !== -1) return lines.slice(0, end)
  }
  return undefined
}

async function examine(confined: ConfinedProcess, mark: string): Promise<readonly string[]> {
  const timer = setTimeout(() => confined.kill(), TRIAL_LIMIT_MS)
  try {
    const problems = await readUntilEnd(confined)
    confined.kill()
    await confined.exited
    return [
      ...(problems ?? ['the trial did not come to its end']),
      ...(countMarked(mark) > 0 ? ['a process outlives its call'] : []),
    ]
  } finally {
    clearTimeout(timer)
  }
}

/** Starts a program at a level and lets it try what it may not do. Takes as long as a few programs take to start. */
export async function tryLevel(launcher: Launcher, level: SandboxLevel, hiddenFile: string): Promise<Trial> {
  const mark = randomUUID()
  try {
    const confined = await launcher.start(
      {
        level,
        read: [],
        write: [],
        hosts: [],
        allowSideEffects: level === 'standard',
        limits: { ...DEFAULT_RESOURCE_LIMITS, cpuSeconds: 2 },
      },
      {
        argv: ['/bin/sh', '-c', probeScript(launcher.name, level), 'probe', hiddenFile, String(process.pid)],
        environment: { TOOLWRIGHT_PROBE: mark },
        workingDirectory: '/tmp',
        runtimePaths: [],
        channels: 0,
        isScriptEngine: false,
      },
    )
    return { problems: await examine(confined, mark), hint: undefined }
  } catch (thrown) {
    const error = fromUnknown(thrown)
    return { problems: [error.message], hint: error.hint }
  }
}
