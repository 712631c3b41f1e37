import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { ToolwrightError } from '../../../errors/toolwright-error.ts'
import type { FunctionReading, FunctionRecord } from '../read/function-record.ts'
import { hashText } from './hash-text.ts'
import { READER_VERSION } from './reading-cache.ts'

/** What a build step leaves for production: everything that was read, and of which files. Paths are from the manifest. */
interface Manifest {
  readonly toolwright: 'functions'
  readonly version: number
  /** The file that runs: the source, or the JavaScript that was made of it. */
  readonly module: string
  readonly files: Readonly<Record<string, string>>
  readonly functions: readonly FunctionRecord[]
}

export function writeManifest(file: string, module: string, reading: FunctionReading): void {
  const folder = dirname(file)
  const fromHere = (path: string): string => relative(folder, path).replaceAll('\\', '/')
  const moduleText = readFileSync(module, 'utf8')
  const manifest: Manifest = {
    toolwright: 'functions',
    version: READER_VERSION,
    module: fromHere(module),
    files: Object.fromEntries(
      Object.entries({ ...reading.read, [module]: hashText(moduleText) })
        .map(([path, digest]) => [fromHere(path), digest] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    functions: reading.functions.map((record) => ({ ...record, file: fromHere(record.file) })),
  }
  const temporary = `${file}.${randomUUID()}`
  writeFileSync(temporary, `${JSON.stringify(manifest, null, 2)}\n`)
  renameSync(temporary, file)
}

/** What a manifest holds, if it still speaks of the files beside it. Sources that were not shipped are not missed. */
export function readManifest(file: string): { readonly module: string; readonly reading: FunctionReading } {
  const manifest = parseManifest(file)
  const folder = dirname(file)
  const module = resolve(folder, manifest.module)
  for (const [path, digest] of Object.entries(manifest.files)) {
    const whole = resolve(folder, path)
    const text = textOf(whole)
    if (text === undefined && whole === module) throw stale(file, `${path} is missing`)
    if (text !== undefined && hashText(text) !== digest) throw stale(file, `${path} has changed since`)
  }
  const functions = manifest.functions.map((record) => ({ ...record, file: resolve(folder, record.file) }))
  return { module, reading: { functions, problems: [], read: manifest.files, absent: [] } }
}

function parseManifest(file: string): Manifest {
  const text = textOf(file)
  if (text === undefined)
    throw new ToolwrightError(
      'SOURCE_INVALID',
      `There is no manifest at ${file}. Build it with \`buildManifest\`.`,
    )
  let value: Partial<Manifest> | null = null
  try {
    value = JSON.parse(text) as Partial<Manifest> | null
  } catch {
    // Said below: it is no manifest.
  }
  if (
    value?.toolwright !== 'functions' ||
    !Array.isArray(value.functions) ||
    typeof value.module !== 'string'
  )
    throw new ToolwrightError('SOURCE_INVALID', `${file} is no manifest of functions.`)
  if (value.version !== READER_VERSION) throw stale(file, 'another version of toolwright built it')
  return value as Manifest
}

function stale(file: string, why: string): ToolwrightError {
  const message = `The manifest ${basename(file)} does not hold any more: ${why}. Build it again with \`buildManifest\`.`
  return new ToolwrightError('SOURCE_STALE', message, { details: { manifest: file } })
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
