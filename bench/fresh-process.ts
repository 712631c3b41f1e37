// Runs a file of this folder in a process of its own and gives back the one JSON line that it prints.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function inFreshProcess<Answer>(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Answer> {
  const path = new URL(file, import.meta.url).pathname
  const { stdout } = await run(process.execPath, [...flags, path, ...args], {
    cwd: import.meta.dirname,
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout) as Answer
}

export const REPEATS = 5

/** The answers of several fresh processes, one after the other. */
export async function repeatInFreshProcess<Answer>(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++)
    answers.push(await inFreshProcess<Answer>(file, args, flags))
  return answers
}

export function leastOf<Answer>(answers: readonly Answer[], pick: (answer: Answer) => number): number {
  return Math.min(...answers.map(pick))
}
