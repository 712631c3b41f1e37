import { realpathSync } from 'node:fs'
import { createRecentMap } from '../../schema/recent-map.ts'
import type { Launch } from '../launch/launcher.ts'
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
