import { dirname, join, resolve } from 'node:path'
import type { SourceFiles } from './source-files.ts'

/** The file whose declarations an import brings in; undefined when only the compiler could tell. */
export function resolveModule(files: SourceFiles, importer: string, specifier: string): string | undefined {
  if (/^\.{1,2}(?:\/|$)/.test(specifier) || specifier.startsWith('/'))
    return firstThere(files, candidates(resolve(dirname(importer), specifier)))
  // Paths of a tsconfig, `#imports` and modules of Node are the compiler's business.
  if (/^(?:#|node:)/.test(specifier)) return undefined
  return resolvePackage(files, importer, specifier)
}

const SOURCE_OF: readonly (readonly [runs: RegExp, declares: readonly string[]])[] = [
  [/\.d\.[cm]?ts$/, ['']],
  [/\.[cm]?tsx?$/, ['']],
  [/\.jsx?$/, ['.ts', '.tsx', '.d.ts']],
  [/\.mjs$/, ['.mts', '.d.mts']],
  [/\.cjs$/, ['.cts', '.d.cts']],
]

function candidates(path: string): readonly string[] {
  for (const [runs, declares] of SOURCE_OF) {
    if (!runs.test(path)) continue
    return declares.map((extension) => (extension === '' ? path : path.replace(runs, extension)))
  }
  return ['.ts', '.tsx', '.d.ts', '/index.ts', '/index.d.ts'].map((end) => `${path}${end}`)
}

function firstThere(files: SourceFiles, paths: readonly string[]): string | undefined {
  return paths.find((path) => files.text(path) !== undefined)
}

function resolvePackage(files: SourceFiles, importer: string, specifier: string): string | undefined {
  const [, name = '', rest = ''] = /^(@[^/]+\/[^/]+|[^/]+)(\/.*)?$/.exec(specifier) ?? []
  const typesName = `@types/${name.replace(/^@([^/]+)\//, '$1__')}`
  for (let folder = dirname(importer); ; folder = dirname(folder)) {
    for (const candidate of [name, typesName]) {
      const root = join(folder, 'node_modules', candidate)
      const manifest = files.text(join(root, 'package.json'))
      if (manifest === undefined) continue
      const found = firstThere(files, entriesOf(root, manifest, `.${rest}`))
      if (found !== undefined) return found
    }
    if (folder === dirname(folder)) return undefined
  }
}

interface PackageJson {
  readonly exports?: unknown
  readonly types?: unknown
  readonly typings?: unknown
  readonly main?: unknown
}

function entriesOf(root: string, manifest: string, subpath: string): readonly string[] {
  let json: PackageJson
  try {
    json = JSON.parse(manifest) as PackageJson
  } catch {
    return []
  }
  if (json.exports !== undefined) {
    const target = targetOf(json.exports, subpath)
    return target === undefined
      ? []
      : candidates(join(root, target)).filter((path) => !/\.[cm]?jsx?$/.test(path))
  }
  if (subpath !== '.') return candidates(join(root, subpath))
  const declared = [json.types, json.typings, json.main].find((entry) => typeof entry === 'string')
  return [
    ...candidates(join(root, typeof declared === 'string' ? declared : 'index.js')),
    join(root, 'index.d.ts'),
  ]
}

const CONDITIONS: ReadonlySet<string> = new Set(['types', 'import', 'node', 'default'])

/** Exact entries and those with one star. */
function targetOf(exports: unknown, subpath: string): string | undefined {
  if (typeof exports === 'string') return subpath === '.' ? exports : undefined
  if (typeof exports !== 'object' || exports === null) return undefined
  const entries = Object.entries(exports)
  if (!entries.some(([key]) => key.startsWith('.'))) return subpath === '.' ? pick(exports) : undefined
  for (const [key, target] of entries) {
    if (key === subpath) return pick(target)
    const [head = '', tail] = key.split('*')
    if (tail === undefined || !subpath.startsWith(head) || !subpath.endsWith(tail)) continue
    return pick(target)?.replaceAll('*', subpath.slice(head.length, subpath.length - tail.length))
  }
  return undefined
}

function pick(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  for (const [condition, inner] of Object.entries(target)) {
    if (!CONDITIONS.has(condition)) continue
    const found = pick(inner)
    if (found !== undefined) return found
  }
  return undefined
}
