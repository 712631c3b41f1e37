// The same attacks in a plain child process: what they win there shows that they work.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Stage } from './stage.ts'

/** Starts a program as anybody would. It gets the marker, by which it is found should it be left. */
export function startPlainly(argv: readonly string[], { marker }: Stage): ChildProcess {
  const [file = '', ...rest] = argv
  return spawn(file, rest, {
    env: { ...process.env, TOOLWRIGHT_ESCAPES: marker },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Runs a program to its end and gives what it wrote. */
export async function outputOf(
  argv: readonly string[],
  stage: Stage,
  stdin = '',
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null }> {
  const child = startPlainly(argv, stage)
  child.stdin?.on('error', () => undefined).end(stdin)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as NonNullable<typeof child.stdout>),
    text(child.stderr as NonNullable<typeof child.stderr>),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { stdout, stderr, code }
}
