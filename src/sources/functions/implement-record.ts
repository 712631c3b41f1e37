import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { callBound } from '../../define/call-bound.ts'
import { explainLoadError } from '../../define/explain-load-error.ts'
import type { ClosureImplementation, ModuleImplementation } from '../../define/tool.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import type { FunctionProblem } from './function-problem.ts'
import type { FunctionRecord } from './read/function-record.ts'

export type LoadedModule = Readonly<Record<string, unknown>>

/** Runs in a worker, which imports the file. */
export function inModule(file: string, revision: string) {
  return ({ exportName, binding }: FunctionRecord): ModuleImplementation => ({
    kind: 'module',
    file,
    exportName,
    binding,
    revision,
  })
}

/** Runs here: `find` gives the function, or the class that has it. */
export function inProcess(revision: string, find: (record: FunctionRecord) => unknown) {
  return (record: FunctionRecord): ClosureImplementation => ({
    kind: 'closure',
    // An approval of what the file held is none of what it holds now.
    fingerprint: revision,
    run: (args, context) =>
      callBound(find(record), record.binding, args as Readonly<Record<string, unknown>>, context),
  })
}

/** A digest of all that was read. */
export function revisionOf(read: Readonly<Record<string, string>>): string {
  const digest = createHash('sha256')
  for (const path of Object.keys(read).sort()) digest.update(`${path}\0${read[path]}\0`)
  return digest.digest('hex')
}

// What Node has imported stays as it is: what the file holds now has to have another address.
const firstRevisions = new Map<string, string>()

/** Imports a file, which runs it; an error is told in the words of whoever wrote the file. */
export async function importFile(
  file: string,
  revision: string,
): Promise<{ readonly module: LoadedModule } | { readonly problem: FunctionProblem }> {
  const url = pathToFileURL(file)
  if (!firstRevisions.has(file)) firstRevisions.set(file, revision)
  if (firstRevisions.get(file) !== revision) url.searchParams.set('revision', revision)
  try {
    return { module: (await import(url.href)) as LoadedModule }
  } catch (thrown) {
    return { problem: loadProblem(thrown, file) }
  }
}

function loadProblem(thrown: unknown, file: string): FunctionProblem {
  const base = { column: 1, tool: '', path: '', severity: 'error', code: 'FILE_NOT_LOADABLE' } as const
  const why = explainLoadError(thrown, file)
  if (why !== undefined)
    return { ...base, file: why.file, line: why.line ?? 1, message: why.message, cure: why.cure }
  return {
    ...base,
    file,
    line: 1,
    message: `it threw while it was loaded: ${messageOf(thrown)}`,
    cure: 'Mend what the file does when it is imported.',
  }
}
