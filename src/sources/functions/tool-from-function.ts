import type { ClosureTool, Tool } from '../../define/tool.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { checkReadOptions, pathOf, type ReadFunctionsOptions } from './function-options.ts'
import { formatProblem } from './function-problem.ts'
import { inProcess, revisionOf } from './implement-record.ts'
import { makeTools } from './make-tools.ts'
import { readFile } from './read-file.ts'

/** Where a function is written. */
export interface FunctionSource {
  readonly file: string | URL
  /** Its name at the top of that file, exported or not. @default the name of the function */
  readonly name?: string
}

/**
 * Makes a tool of a function of this program: `toolFromFunction(getWeather, import.meta.url)`. Types are not there when
 * a program runs, so its source is read. Throws with everything that is wrong.
 */
export async function toolFromFunction(
  run: (...args: never) => unknown,
  source: string | URL | FunctionSource,
  options: ReadFunctionsOptions = {},
): Promise<ClosureTool> {
  checkReadOptions('toolFromFunction', options)
  const { file, name = run.name } =
    typeof source === 'string' || source instanceof URL ? { file: source } : source
  const path = pathOf('toolFromFunction', file)
  const circumstances = { kind: 'closure', permissions: options.permissions } as const
  const { functions, problems, read } = await readFile(path, options, circumstances, name)
  const [tool] = makeTools(
    functions,
    circumstances,
    inProcess(revisionOf(read), () => run),
  )
  if (tool !== undefined && isClosure(tool)) return tool
  const errors = problems.filter(({ severity }) => severity === 'error')
  throw new ToolwrightError('SOURCE_INVALID', errors.map(formatProblem).join('\n'), {
    toolName: name,
    details: { problems: errors },
  })
}

function isClosure(tool: Tool): tool is ClosureTool {
  return tool.implementation.kind === 'closure'
}
