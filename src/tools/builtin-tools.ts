import type { AllowList } from '../define/constraints.ts'
import type { Tool } from '../define/tool.ts'
import { editCodeTool } from './edit-code.ts'
import { grepSearchTool } from './grep-search.ts'
import { listDirectoryTool } from './list-directory.ts'
import { readFileTool } from './read-file.ts'
import { runCommandTool } from './run-command.ts'
import { webFetchTool } from './web-fetch.ts'
import type { WebOptions } from './web-options.ts'
import { webSearchTool } from './web-search.ts'
import { writeFileTool } from './write-file.ts'

/** In the order of the tiers: a tier has the first so many. */
export const BUILTIN_NAMES = [
  'read_file',
  'list_directory',
  'grep_search',
  'write_file',
  'edit_code',
  'run_command',
  'web_fetch',
  'web_search',
] as const

export type BuiltinName = (typeof BUILTIN_NAMES)[number]

/** What the built-in tools are made with. */
export interface BuiltinOptions {
  /** Absolute folders that the tools may see; relative paths start at the first. @default the working folder of the process */
  readonly roots?: readonly string[] | undefined
  /** What commands may reach. @default the roots, reading and writing, and no hosts */
  readonly commandAllow?: AllowList | undefined
  /** How the web tools reach the network. */
  readonly web?: WebOptions | undefined
}

type BuiltinFactory = (options: BuiltinOptions & { readonly roots: readonly string[] }) => Tool

// One line a tool, in the order of the names.
const FACTORIES: readonly BuiltinFactory[] = [
  ({ roots }) => readFileTool({ roots }),
  ({ roots }) => listDirectoryTool({ roots }),
  ({ roots }) => grepSearchTool({ roots }),
  ({ roots }) => writeFileTool({ roots }),
  ({ roots }) => editCodeTool({ roots }),
  ({ roots, commandAllow }) => runCommandTool({ write: roots, ...commandAllow }),
  ({ web }) => webFetchTool(web),
  ({ web }) => webSearchTool(web),
]

/** Makes the built-in tools, in the order of their names. */
export function builtinTools(options: BuiltinOptions = {}): readonly Tool[] {
  const { roots = [process.cwd()] } = options
  return FACTORIES.map((create) => create({ ...options, roots }))
}
