import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { aText, checkOptions, type OptionRules } from '../../define/check-options.ts'
import {
  checkReadOptions,
  pathOf,
  type ReadFunctionsOptions,
  type ToolsFromFileOptions,
  checkFileOptions,
} from './function-options.ts'
import { formatProblem, type FunctionProblem } from './function-problem.ts'
import { checkReading, type FunctionTools } from './make-tools.ts'
import { readFile } from './read-file.ts'
import { readManifest, writeManifest } from './store/manifest.ts'
import { toTools } from './tools-from-file.ts'

export interface BuildManifestOptions extends ReadFunctionsOptions {
  /** Where to write. @default beside the file: `tools.manifest.json` */
  readonly out?: string | undefined
  /** The file that runs in production, such as what a compiler made of it. @default the file itself */
  readonly module?: string | undefined
}

/** What was built. */
export interface BuiltManifest {
  /** Absolute path of the manifest. */
  readonly file: string
  readonly toolNames: readonly string[]
  /** Warnings: with an error nothing is written. */
  readonly problems: readonly FunctionProblem[]
}

const RULES: Pick<OptionRules<BuildManifestOptions>, 'out' | 'module'> = { out: aText, module: aText }

/** Writes what a file's functions are, so that production needs neither parser nor compiler. Throws for any error. */
export async function buildManifest(
  file: string | URL,
  options: BuildManifestOptions = {},
): Promise<BuiltManifest> {
  const { out, module, ...read } = options
  checkOptions<Pick<BuildManifestOptions, 'out' | 'module'>>('buildManifest', { out, module }, RULES)
  checkReadOptions('buildManifest', read)
  const path = pathOf('buildManifest', file)
  const reading = await readFile(path, read, { kind: 'module', permissions: read.permissions })
  const errors = reading.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new ToolwrightError('SOURCE_INVALID', errors.map(formatProblem).join('\n'), {
      details: { problems: errors },
    })
  const target = pathOf('buildManifest', out ?? path.replace(/(?:\.[cm]?tsx?)?$/, '.manifest.json'))
  writeManifest(target, module === undefined ? path : pathOf('buildManifest', module), reading)
  return {
    file: target,
    toolNames: reading.functions.map(({ definition }) => definition.name),
    problems: reading.problems,
  }
}

/** The tools of a manifest. Throws SOURCE_STALE when a file beside it is another one than it was built from. */
export async function toolsFromManifest(
  file: string | URL,
  options: Pick<ToolsFromFileOptions, 'trust' | 'permissions'> = {},
): Promise<FunctionTools> {
  checkFileOptions('toolsFromManifest', options)
  const { module, reading } = readManifest(pathOf('toolsFromManifest', file))
  const kind = options.trust === true ? 'closure' : 'module'
  // A file that people may edit is checked as any other definition.
  return toTools(module, checkReading(reading, { kind, permissions: options.permissions }), options)
}
