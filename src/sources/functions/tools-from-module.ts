import { checkReadOptions, pathOf, type ReadFunctionsOptions } from './function-options.ts'
import { inProcess, type LoadedModule, revisionOf } from './implement-record.ts'
import { type FunctionTools, makeTools } from './make-tools.ts'
import { readFile } from './read-file.ts'
import { withoutGuesses } from './tools-from-file.ts'

/**
 * Makes tools of a module that is imported already, which run in this process:
 * `toolsFromModule(await import('./tools.ts'), new URL('./tools.ts', import.meta.url))`.
 */
export async function toolsFromModule(
  module: object,
  file: string | URL,
  options: ReadFunctionsOptions = {},
): Promise<FunctionTools> {
  checkReadOptions('toolsFromModule', options)
  const path = pathOf('toolsFromModule', file)
  const circumstances = { kind: 'closure', permissions: options.permissions } as const
  const { functions, problems, read } = await readFile(path, options, circumstances)
  // What the module does not have, it does not have on purpose: a bundler or a mock left it out.
  const there = functions.filter(({ exportName }) => Object.hasOwn(module, exportName))
  const find = ({ exportName }: { readonly exportName: string }): unknown =>
    (module as LoadedModule)[exportName]
  return {
    tools: makeTools(there, circumstances, inProcess(revisionOf(read), find)),
    problems: withoutGuesses(problems),
  }
}
