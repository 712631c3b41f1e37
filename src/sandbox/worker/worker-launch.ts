import { realpathSync } from 'node:fs'
import { createRecentMap } from '../../schema/recent-map.ts'
import type { Launch } from '../launch/launcher.ts'
import { findBarrier, NOBODY } from '../launch/unprivileged-user.ts'
import { entryFile, type WorkerKind } from './entry-file.ts'
import type { WorkerProgram } from './messages.ts'
import { modulePaths } from './module-paths.ts'

const MAX_KNOWN_FILES = 1_000
const pathsOfFile = createRecentMap<readonly string[]>(MAX_KNOWN_FILES)

/** What the program of a job must be able to read, beside what every worker does. */
export function programPaths(program: WorkerProgram): readonly string[] {
  if (program.kind === 'code') return []
  let paths = pathsOfFile.get(program.file)
  if (paths === undefined) pathsOfFile.set(program.file, (paths = modulePaths(program.file)))
  return paths
}

/**
 * The same where all files of the host are there anyway: only what a worker that gave up being root could not read, so that
 * it stays root for this program. One worker serves all other programs.
 */
export function shieldedPaths(program: WorkerProgram): readonly string[] {
  const paths = programPaths(program)
  return process.getuid?.() === 0 && paths.some(isShielded) ? paths : []
}

function isShielded(path: string): boolean {
  return findBarrier(realpathSync(path), 'read', NOBODY) !== undefined
}

/** A Node process that waits for jobs. Its environment is empty: each call brings its own, as data. */
export function workerLaunch(
  kind: WorkerKind,
  heapBytes: number,
  entryArguments: readonly string[],
  paths: readonly string[],
): Launch {
  const node = realpathSync(process.execPath)
  const entry = entryFile(kind)
  return {
    argv: [
      node,
      `--max-old-space-size=${Math.max(16, Math.floor(heapBytes / 2 ** 20))}`,
      '--disable-warning=ExperimentalWarning',
      entry.file,
      ...entryArguments,
    ],
    environment: {},
    workingDirectory: '/',
    runtimePaths: [node, ...entry.runtimePaths, ...paths],
    channels: 1,
    isScriptEngine: true,
  }
}
