import type { Tool } from '../define/tool.ts'
import { editCodeTool } from './edit-code.ts'
import { grepSearchTool } from './grep-search.ts'
import { listDirectoryTool } from './list-directory.ts'
import { readFileTool } from './read-file.ts'
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
}

type BuiltinFactory = (options: { readonly roots: readonly string[] }) => Tool

// One line a tool, in the order of the names.
const FACTORIES: readonly BuiltinFactory[] = [
  ({ roots }) => readFileTool({ roots }),
  ({ roots }) => listDirectoryTool({ roots }),
  ({ roots }) => grepSearchTool({ roots }),
  ({ roots }) => writeFileTool({ roots }),
  ({ roots }) => editCodeTool({ roots }),
]

/** Makes the built-in tools, in the order of their names. */
export function builtinTools({ roots = [process.cwd()] }: BuiltinOptions = {}): readonly Tool[] {
  return FACTORIES.map((create) => create({ roots }))
}
