import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callBound } from '../../../define/call-bound.ts'
import { explainLoadError } from '../../../define/explain-load-error.ts'
import { messageOf } from '../../../errors/from-unknown.ts'
import type { SandboxProgram } from '../../program.ts'
import { JobFailure } from './job-failure.ts'
import type { WorkerRun } from './worker-run.ts'

type ModuleProgram = Extract<SandboxProgram, { readonly kind: 'module' }>
type ToolFunction = (args: unknown, context: unknown) => unknown

/** Calls an export of a file with the arguments and the context of the job. */
export async function startModule(
  { file, exportName, binding }: ModuleProgram,
  run: WorkerRun,
): Promise<unknown> {
  const exported = await loadExport(file, exportName)
  const { args } = run.message
  return binding === undefined ? exported(args, run) : callBound(exported, binding, args, run)
}

async function loadExport(file: string, exportName: string): Promise<ToolFunction> {
  // The path is hidden from the model, and so from whoever reads the same message: the name tells which it is.
  const name = basename(file)
  let module: Readonly<Record<string, unknown>>
  try {
    module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
  } catch (thrown) {
    const why = explainLoadError(thrown, file)
    const reason =
      why === undefined
        ? messageOf(thrown)
        : `${basename(why.file)}${why.line === undefined ? '' : `:${why.line}`}: ${why.message}. ${why.cure}`
    throw new JobFailure('load', `the module \`${name}\` could not be loaded: ${reason}`)
  }
  if (!Object.hasOwn(module, exportName)) {
    const names = Object.keys(module).slice(0, 20).join('`, `')
    throw new JobFailure(
      'load',
      `the module \`${name}\` has no export \`${exportName}\`. ${names === '' ? 'It exports nothing.' : `It exports \`${names}\`.`}`,
    )
  }
  const exported = module[exportName]
  if (typeof exported !== 'function') {
    throw new JobFailure(
      'load',
      `the export \`${exportName}\` of \`${name}\` is not a function but ${exported === null ? 'null' : `of type ${typeof exported}`}.`,
    )
  }
  return exported as ToolFunction
}
