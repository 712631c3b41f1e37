import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SourceFiles } from '../syntax/source-files.ts'
import type { CheckerPort } from './checker-port.ts'
import type { CheckerReader } from './checker-reader.ts'
import { type ClassicTypeScript, classicPort } from './classic-port.ts'
import { createCheckerReader } from './create-checker-reader.ts'
import { type NativeTypeScript, nativePort } from './native-port.ts'

// The second is the API of 6 beside a compiler of 7.
const PACKAGES: readonly string[] = ['typescript', '@typescript/typescript6']

/** Opens the TypeScript of the project that a file belongs to; undefined when it has none that can be asked. */
export function openChecker(
  file: string,
  files: SourceFiles,
  root = findPackage(file, files),
): CheckerReader | undefined {
  const manifest = root === undefined ? undefined : files.text(join(root, 'package.json'))
  if (root === undefined || manifest === undefined) return undefined
  try {
    const port = openPort(root, manifest, file)
    return port === undefined ? undefined : createCheckerReader(port, files)
  } catch {
    // Another version than we know: as good as none, and said so where it is missed.
    return undefined
  }
}

/** Where it is found, and where it was looked for, decides the outcome: both are noted. */
function findPackage(file: string, files: SourceFiles): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    for (const name of PACKAGES) {
      const root = join(folder, 'node_modules', name)
      if (files.text(join(root, 'package.json')) !== undefined) return root
    }
    if (folder === dirname(folder)) return undefined
  }
}

function openPort(root: string, manifest: string, file: string): CheckerPort | undefined {
  const { exports: entries = {}, name } = JSON.parse(manifest) as {
    exports?: Record<string, unknown>
    name?: string
  }
  const require = createRequire(join(root, 'package.json'))
  for (const entry of ['./sync', './unstable/sync']) {
    const path = entries[entry]
    if (typeof path === 'string') return nativePort(require(join(root, path)) as NativeTypeScript, file)
  }
  // Before 7 the package is the compiler; the bridge package hands on that of 6.
  const classic = require(
    name === 'typescript' ? join(root, 'lib/typescript.js') : root,
  ) as Partial<ClassicTypeScript>
  return classic.createProgram === undefined ? undefined : classicPort(classic as ClassicTypeScript, file)
}
