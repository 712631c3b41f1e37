import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ToolwrightError } from '../../errors/toolwright-error.ts'

/** What a module may read to load itself: its package, and the packages that are installed above it. */
export function modulePaths(file: string): readonly string[] {
  const real = realFile(file)
  const folder = dirname(real)
  let home: string | undefined
  const installed: string[] = []
  for (let current = folder; ; current = dirname(current)) {
    // The nearest is that of the module; a package of its own further up, a workspace, brings only what it installed.
    if (home === undefined && existsSync(join(current, 'package.json'))) home = current
    const modules = join(current, 'node_modules')
    if (existsSync(modules)) installed.push(modules)
    if (current === dirname(current)) break
  }
  return [...new Set([home ?? real, real, file, ...installed])]
}

function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch (cause) {
    throw new ToolwrightError(
      'EXECUTE_FAILED',
      `the module \`${basename(file)}\` of the tool does not exist in \`${dirname(file)}\`.`,
      {
        cause,
      },
    )
  }
}
