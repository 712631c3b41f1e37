import { hash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, extname, isAbsolute, relative, resolve } from 'node:path'
import type { ModuleImplementation } from '../../define/tool.ts'
import { showValue } from '../../schema/show-value.ts'
import type { EntryFields, EntryReport } from './read-entry.ts'

export const MODULE_EXTENSIONS = ['.js', '.mjs', '.ts', '.mts'] as const

/** An export of a file beside the definition file. Where it lies is looked at behind all links. */
export async function readModule(
  { file, given, exportName, options }: EntryFields,
  report: EntryReport,
): Promise<ModuleImplementation | undefined> {
  const refuse = (path: string, message: string, hint: string): undefined => {
    report(path, 'DEFINE_IMPLEMENTATION_MISSING', message, hint)
  }
  if (exportName !== undefined && (typeof exportName !== 'string' || exportName === ''))
    refuse(
      'export',
      `\`export\` is ${showValue(exportName)}; expected a name`,
      'Name an export, or leave it out.',
    )
  if (typeof given !== 'string' || given === '' || given.includes('\0'))
    return refuse('module', `\`module\` is ${showValue(given)}; expected a path`, 'Write `./my-tool.ts`.')
  if (!(MODULE_EXTENSIONS as readonly string[]).includes(extname(given)))
    return refuse(
      'module',
      `\`${given.slice(0, 100)}\` is no module by its name`,
      `Its name ends in ${MODULE_EXTENSIONS.join(', ')}.`,
    )
  const path = resolve(dirname(file), given)
  const allowed = await Promise.all([dirname(file), ...(options.moduleFolders ?? [])].map(whereIs))
  const real = await whereIs(path)
  // Before it is asked whether the file is there: what lies elsewhere is none of the author's business.
  if (!allowed.some((folder) => isWithin(real, folder)))
    return refuse(
      'module',
      `\`${given.slice(0, 100)}\` lies outside the folder of the definition file`,
      'Move it there, or name its folder in `moduleFolders`.',
    )
  const content = await readFile(real).catch(() => undefined)
  if (content === undefined)
    return refuse('module', `there is no file \`${given.slice(0, 100)}\``, 'Give its path from this file.')
  return {
    kind: 'module',
    file: real,
    ...(typeof exportName === 'string' ? { exportName } : {}),
    revision: hash('sha256', content, 'hex'),
  }
}

async function whereIs(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
