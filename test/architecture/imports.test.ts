import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'

// The arrows of the architecture. A folder may import the folders of the ranks before its own, and itself.
const RANKS: readonly (readonly string[])[] = [
  ['errors'],
  ['schema', 'observe', 'network'],
  ['define'],
  ['validate', 'calls', 'results'],
  ['author', 'register', 'approve', 'providers', 'sandbox'],
  ['execute', 'tools', 'sources'],
  ['.'],
  ['agent', 'interop'],
  ['index'],
  ['cli'],
]

const ALLOWED_PACKAGES: ReadonlySet<string> = new Set([
  'typebox/format',
  'typebox/schema',
  're2js',
  'jsonrepair',
  'oxc-parser',
  'yaml',
  // Two eras of a protocol that still moves; loaded when the first server is.
  '@modelcontextprotocol/client',
  '@opentelemetry/api',
  // The command line only.
  'commander',
  'koffi',
  // Inside workers only; the host never loads them.
  'quickjs-emscripten-core',
  '@jitl/quickjs-wasmfile-release-sync',
  // Loaded by the first page that `web_fetch` reads: a tokenizer of HTML is no thing to write again.
  'htmlparser2',
])

// Tables, not logic.
const TABLES: ReadonlySet<string> = new Set(['src/errors/error-codes.ts'])

const files = globSync('src/**/*.ts')
const rankOf = (folder: string): number => RANKS.findIndex((rank) => rank.includes(folder))
// The list of public names stands above everything.
const folderOf = (file: string): string =>
  normalize(file) === 'src/index.ts' ? 'index' : (normalize(file).split('/').slice(1, -1)[0] ?? '.')

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  // Imports and re-exports, on one line or several, and what is loaded lazily through `createRequire`.
  const found = text.matchAll(
    /^(?:import|export)\b[^'"=()]*?from ['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]|\brequire\(['"]([^'"]+)['"]\)/gm,
  )
  return [...new Set([...found].map((match) => match[1] ?? match[2] ?? match[3] ?? ''))]
}

describe('the architecture', () => {
  it('sees the source and its imports', () => {
    assert.ok(files.length > 50)
    assert.ok(files.flatMap(importsOf).length > 200)
  })

  it('has a rank for every folder of src', () => {
    assert.deepEqual(
      files.map(folderOf).filter((folder) => rankOf(folder) === -1),
      [],
    )
  })

  it('imports one way only, and never across folders of one rank', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith('.'))
        .map((path) => folderOf(join(dirname(file), path)))
        .filter((target) => target !== folderOf(file) && rankOf(target) >= rankOf(folderOf(file)))
        .map((target) => `${file} imports ${target}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('imports no package that was not chosen', () => {
    const packages = files
      .flatMap(importsOf)
      .filter((path) => !path.startsWith('.') && !path.startsWith('node:'))
    assert.deepEqual(
      packages.filter((name) => !ALLOWED_PACKAGES.has(name)),
      [],
    )
  })

  it('keeps files of logic within 300 lines', () => {
    const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 300)
    assert.deepEqual(
      long.filter((file) => !TABLES.has(file)),
      [],
    )
  })

  it('names files after what they do, not as a drawer', () => {
    assert.deepEqual(
      files.filter((file) => /(?:utils?|helpers?|common|manager|misc)\.ts$/.test(file)),
      [],
    )
  })
})
