import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolwrightError } from '../../errors/toolwright-error.ts'

/** What runs inside: Node itself, or QuickJS in Node. */
export type WorkerKind = 'node' | 'script'

/** Where a worker's program is, and what it must be able to read to run. */
export interface EntryFile {
  readonly file: string
  readonly runtimePaths: readonly string[]
}

const known = new Map<WorkerKind, EntryFile>()

export function entryFile(kind: WorkerKind): EntryFile {
  let entry = known.get(kind)
  if (entry === undefined) known.set(kind, (entry = findEntry(kind)))
  return entry
}

function findEntry(kind: WorkerKind): EntryFile {
  const here = fileURLToPath(import.meta.url)
  const packages = kind === 'script' ? scriptPackages(here) : []
  // A clone runs its TypeScript as it is; `dist` has the entries beside its index, and chunks a folder below.
  if (here.endsWith('.ts')) {
    const source = dirname(dirname(dirname(here)))
    const file = join(source, 'sandbox', 'worker', 'inside', `${kind}-entry.ts`)
    return { file, runtimePaths: [source, join(dirname(source), 'package.json'), ...packages] }
  }
  const folder = dirname(here)
  const dist = folder.endsWith('chunks') ? dirname(folder) : folder
  const workers = join(dist, 'workers')
  return { file: join(workers, `${kind}-entry.mjs`), runtimePaths: [workers, ...packages] }
}

/** The folders of QuickJS, wherever a package manager has put them. */
function scriptPackages(here: string): string[] {
  try {
    const core = createRequire(here).resolve('quickjs-emscripten-core')
    const variant = createRequire(here).resolve('@jitl/quickjs-wasmfile-release-sync')
    const types = createRequire(core).resolve('@jitl/quickjs-ffi-types')
    return [core, variant, types].map(packageFolder)
  } catch (cause) {
    throw new ToolwrightError(
      'SANDBOX_UNAVAILABLE',
      "isolation 'restricted' needs the packages `quickjs-emscripten-core` and `@jitl/quickjs-wasmfile-release-sync`, which are not installed here. Install what `toolwright` depends on; do not bundle it into another file.",
      { cause },
    )
  }
}

function packageFolder(file: string): string {
  let folder = dirname(realpathSync(file))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}
