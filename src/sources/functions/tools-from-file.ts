import type { FunctionProblem } from './function-problem.ts'
import { checkFileOptions, pathOf, type ToolsFromFileOptions } from './function-options.ts'
import { importFile, inModule, inProcess, revisionOf } from './implement-record.ts'
import { type FunctionTools, makeTools } from './make-tools.ts'
import { readFile } from './read-file.ts'
import type { FunctionReading } from './read/function-record.ts'

/**
 * Makes tools of the functions that a TypeScript file exports. Reading never runs the file: a worker imports it at the
 * first call, or this process does when it is trusted.
 */
export async function toolsFromFile(
  file: string | URL,
  options: ToolsFromFileOptions = {},
): Promise<FunctionTools> {
  checkFileOptions('toolsFromFile', options)
  const path = pathOf('toolsFromFile', file)
  const { permissions } = options
  const reading = await readFile(path, options, {
    kind: options.trust === true ? 'closure' : 'module',
    permissions,
  })
  return toTools(path, reading, options)
}

/** Joins what was read with the file that runs it. */
export async function toTools(
  file: string,
  reading: FunctionReading,
  { trust = false, permissions }: ToolsFromFileOptions,
): Promise<FunctionTools> {
  const { functions, read } = reading
  // What is loaded here tells by itself whether it can be.
  const problems = trust ? withoutGuesses(reading.problems) : reading.problems
  const revision = revisionOf(read)
  if (!trust)
    return {
      tools: makeTools(functions, { kind: 'module', permissions }, inModule(file, revision)),
      problems,
    }
  if (functions.length === 0) return { tools: [], problems }
  const loaded = await importFile(file, revision)
  if ('problem' in loaded) return { tools: [], problems: [...problems, loaded.problem] }
  const { module } = loaded
  const missing = functions.filter(({ exportName }) => !Object.hasOwn(module, exportName))
  const there = functions.filter((record) => !missing.includes(record))
  const find = ({ exportName }: { readonly exportName: string }): unknown => module[exportName]
  return {
    tools: makeTools(there, { kind: 'closure', permissions }, inProcess(revision, find)),
    problems: [
      ...problems,
      ...missing.map(({ name, exportName, file, line, column }): FunctionProblem => ({
        file,
        line,
        column,
        tool: name,
        path: '',
        severity: 'error',
        code: 'NOT_CALLABLE',
        message: `the module that was loaded has no export \`${exportName}\``,
        cure: 'Export it as a value, not as a type.',
      })),
    ],
  }
}

/** Without warnings that a file may not load: it has been, or is about to be. */
export function withoutGuesses(problems: readonly FunctionProblem[]): readonly FunctionProblem[] {
  return problems.filter(({ code, severity }) => code !== 'FILE_NOT_LOADABLE' || severity === 'error')
}
