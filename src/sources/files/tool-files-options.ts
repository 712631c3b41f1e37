import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { aListOf, anObject, checkOptions, oneOf, type OptionRules } from '../../define/check-options.ts'
import { TIERS } from '../../define/tiers.ts'
import type { Tool } from '../../define/tool.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { showValue } from '../../schema/show-value.ts'
import type { ValidateOptions } from '../../validate/rule.ts'
import type { HttpPorts } from '../http/http-request.ts'

/** A server whose tools may change. */
interface LiveTools {
  tools(): readonly Tool[]
  on(event: 'tools-changed', listener: () => void): () => void
}

/** What is known here of an MCP server that is connected: its tools, or what gives those of the moment. */
export type ServerTools = readonly Tool[] | LiveTools

/** How definition files are read. */
export interface ToolFilesOptions
  extends Pick<ValidateOptions, 'tier' | 'permissions' | 'keywords'>, HttpPorts {
  /** The connected servers that `mcp:` may name. @default none */
  readonly mcp?: Readonly<Record<string, ServerTools>> | undefined
  /** The built-in tools that `builtin:` may name. @default none */
  readonly builtins?: readonly Tool[] | undefined
  /** Folders beside that of the file which a `module:` may lie in. @default none */
  readonly moduleFolders?: readonly string[] | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const RULES: OptionRules<ToolFilesOptions> = {
  tier: oneOf(Object.keys(TIERS)),
  permissions: aListOf('permissions', isText),
  keywords: aListOf('keywords', isText),
  environment: anObject,
  mcp: anObject,
  builtins: aListOf('tools'),
  moduleFolders: aListOf('folders', isText),
}

export function checkFilesOptions(owner: string, options: ToolFilesOptions): void {
  checkOptions(owner, options, RULES)
}

/** A path or a file URL, or several. */
export type FilePaths = string | URL | readonly (string | URL)[]

/** The absolute paths of what was given. */
export function absolutePaths(owner: string, paths: FilePaths): readonly string[] {
  const list = typeof paths === 'string' || paths instanceof URL ? [paths] : paths
  if (!Array.isArray(list)) throw wrongPath(owner, paths)
  return [...new Set(list.map((path: unknown) => absolutePath(owner, path)))]
}

function absolutePath(owner: string, path: unknown): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path)
  if (typeof path !== 'string' || path === '' || path.includes('\0')) throw wrongPath(owner, path)
  return isAbsolute(path) ? path : resolve(path)
}

function wrongPath(owner: string, path: unknown): ToolwrightError {
  return new ToolwrightError(
    'OPTION_INVALID',
    `\`${owner}\` takes paths of files and folders, or file URLs, not ${showValue(path)}.`,
  )
}
