import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  aFlag,
  aListOf,
  checkOptions,
  type OptionRule,
  type OptionRules,
} from '../../define/check-options.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { showValue } from '../../schema/show-value.ts'

/** How functions are read. */
export interface ReadFunctionsOptions {
  /** Ask the TypeScript of the project where types must be worked out; false saves the time that it takes. @default true */
  readonly typescript?: boolean | undefined
  /** Keep what was read, in this folder or none at all. @default `node_modules/.cache/toolwright` of the project */
  readonly cache?: string | false | undefined
  /** Permissions of the host that `@permission` may name, beside the known ones. */
  readonly permissions?: readonly string[] | undefined
}

export interface ToolsFromFileOptions extends ReadFunctionsOptions {
  /** Import the file and run its functions in this process, as your own code. @default false: in a worker */
  readonly trust?: boolean | undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const aFolder: OptionRule = [(value) => value === false || isText(value), 'a folder, or false']

const READ_RULES: OptionRules<ReadFunctionsOptions> = {
  typescript: aFlag,
  cache: aFolder,
  permissions: aListOf('permissions', isText),
}
const FILE_RULES: OptionRules<ToolsFromFileOptions> = { ...READ_RULES, trust: aFlag }

export function checkReadOptions(owner: string, options: ReadFunctionsOptions): void {
  checkOptions(owner, options, READ_RULES)
}

export function checkFileOptions(owner: string, options: ToolsFromFileOptions): void {
  checkOptions(owner, options, FILE_RULES)
}

/** The absolute path of what was given: a path, from the working directory, or a file URL. */
export function pathOf(owner: string, file: string | URL): string {
  try {
    if (file instanceof URL || file.startsWith('file:')) return fileURLToPath(file)
    if (isText(file)) return isAbsolute(file) ? file : resolve(file)
  } catch {
    // An URL of another kind.
  }
  throw new ToolwrightError(
    'OPTION_INVALID',
    `\`${owner}\` takes the path of a file or a file URL, not ${showValue(String(file))}.`,
  )
}
