import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../errors/from-unknown.ts'
import { guardedFetch } from '../../network/guarded-fetch.ts'
import { hostList } from '../../network/host-list.ts'
import { type OpenApiDocument, splitReference } from './open-api-document.ts'
import { parseDocument } from './parse-document.ts'

export type Loaded =
  | { readonly ok: true; readonly document: OpenApiDocument }
  | { readonly ok: false; readonly message: string }

export interface LoadOptions {
  readonly allowHosts: readonly string[]
  readonly timeoutMs: number
}

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024
const MAX_FILES = 500
const MAX_LOOKED_AT = 10_000_000

/** Reads a document: a file with the files beside it that it refers to, an address, or what somebody has parsed already. */
export async function loadDocument(source: string | URL | object, options: LoadOptions): Promise<Loaded> {
  const address = source instanceof URL ? source.href : source
  if (typeof address !== 'string') return { ok: true, document: alone(address) }
  if (/^https?:/i.test(address)) return loadAddress(address, options)
  try {
    return await loadFile(address.startsWith('file:') ? fileURLToPath(address) : resolve(address))
  } catch (thrown) {
    return { ok: false, message: `'${address.slice(0, 500)}' cannot be read: ${messageOf(thrown)}` }
  }
}

function alone(root: unknown, url?: string): OpenApiDocument {
  return { root, file: '', files: new Map(), fileOf: () => undefined, ...(url === undefined ? {} : { url }) }
}

async function loadAddress(address: string, { allowHosts, timeoutMs }: LoadOptions): Promise<Loaded> {
  const answer = await guardedFetch(address, {
    headers: {
      accept: 'application/json, application/yaml, text/yaml, */*;q=0.5',
      'user-agent': 'toolwright',
    },
    allow: hostList(allowHosts),
    maxBytes: MAX_DOCUMENT_BYTES,
    timeoutMs,
    cures: { closed: 'Name `{host}` in `allowHosts`.' },
  })
  if (!answer.ok) return { ok: false, message: answer.error.message }
  const { status, body, truncated, url } = answer.value
  if (status !== 200) return { ok: false, message: `'${address.slice(0, 500)}' answered ${status}` }
  if (truncated) return { ok: false, message: `the document is larger than ${MAX_DOCUMENT_BYTES} bytes` }
  const parsed = await parseDocument(body.toString())
  return parsed.ok ? { ok: true, document: alone(parsed.value, url) } : parsed
}

async function loadFile(path: string): Promise<Loaded> {
  const file = await realpath(path)
  const folder = dirname(file)
  const main = await readParsed(file, MAX_DOCUMENT_BYTES)
  if (!main.ok) return main
  const files = new Map<string, unknown>([[file, main.value]])
  const isInside = (target: string): boolean => {
    const way = relative(folder, target)
    return way !== '' && !way.startsWith(`..${sep}`) && way !== '..' && !isAbsolute(way)
  }
  // Where a name leads, links followed; what leads out of the folder is not even looked for twice.
  const real = new Map<string, string | undefined>([[file, file]])
  const wayTo = (address: string, from: string): string | undefined => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/|\\)/i.test(address) || address.includes('\0')) return undefined
    const target = join(dirname(from), decodeAddress(address))
    return target === file || isInside(target) ? target : undefined
  }
  const open: [string, unknown][] = [[file, main.value]]
  let bytesLeft = MAX_DOCUMENT_BYTES - main.bytes
  for (let next = open.pop(); next !== undefined && files.size < MAX_FILES; next = open.pop()) {
    const [from, value] = next
    for (const address of addressesIn(value)) {
      const target = wayTo(address, from)
      if (target === undefined || real.has(target) || files.size >= MAX_FILES) continue
      const found = await realpath(target).catch(() => undefined)
      const isAllowed = found !== undefined && (found === file || isInside(found))
      real.set(target, isAllowed ? found : undefined)
      if (!isAllowed || files.has(found)) continue
      const read = await readParsed(found, bytesLeft)
      if (!read.ok) continue
      bytesLeft -= read.bytes
      files.set(found, read.value)
      open.push([found, read.value])
    }
  }
  const fileOf = (address: string, from: string): string | undefined => real.get(wayTo(address, from) ?? '')
  return { ok: true, document: { root: main.value, file, files, fileOf } }
}

async function readParsed(
  file: string,
  maxBytes: number,
): Promise<{ ok: true; value: unknown; bytes: number } | { ok: false; message: string }> {
  const { size } = await stat(file)
  if (size > maxBytes) return { ok: false, message: `the document is larger than ${maxBytes} bytes` }
  const parsed = await parseDocument(await readFile(file, 'utf8'))
  return parsed.ok ? { ...parsed, bytes: size } : parsed
}

/** Files that a value refers to. */
function addressesIn(root: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const open: unknown[] = [root]
  const seen = new Set<object>()
  for (let count = 0; open.length > 0 && count < MAX_LOOKED_AT; count++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const [name, member] of Object.entries(value)) {
      if (name === '$ref' && typeof member === 'string' && !member.startsWith('#'))
        found.add(splitReference(member).address)
      else if (typeof member === 'object') open.push(member)
    }
  }
  return found
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
