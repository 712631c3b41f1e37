import type { Tool } from '../../define/tool.ts'
import { ERROR_CODES, type ErrorCode } from '../../errors/error-codes.ts'
import { messageOf } from '../../errors/from-unknown.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { hostList } from '../../network/host-list.ts'
import { canonicalNames } from '../../validate/canonical-name.ts'
import { LIMITS } from '../../validate/limits.ts'
import { CannotImport, type OpenApiChange, type OpenApiProblem, type Note } from './open-api-change.ts'
import { importOperation, type ImportContext } from './import-operation.ts'
import { loadDocument, type LoadOptions } from './load-document.ts'
import { isWanted, type OpenApiOptions } from './open-api-options.ts'
import type { OpenApiDocument } from './open-api-document.ts'
import { listOperations, type Operation } from './operation.ts'
import { readServers } from './read-servers.ts'
import { fieldsAt, textAt } from './read-values.ts'
import { createSchemaLibrary } from './schema-library.ts'

/** The tools of a document, what was changed, and why some operations are not among them. */
export interface OpenApiTools {
  readonly tools: readonly Tool[]
  readonly problems: readonly OpenApiProblem[]
  readonly changes: readonly OpenApiChange[]
}

const DEFAULT_MAX_OPERATIONS = 5_000
/** A list that nobody can read helps nobody. */
const MAX_LISTED = 20_000

/** Reads a document and makes a tool of each of its operations. */
export async function importSource(
  source: string | URL | object,
  options: OpenApiOptions,
  loading: LoadOptions,
): Promise<OpenApiTools> {
  const loaded = await loadDocument(source, loading)
  if (!loaded.ok)
    return { tools: [], problems: [problemOf('', '', 'SOURCE_UNREADABLE', loaded.message)], changes: [] }
  try {
    return importDocument(loaded.document, options)
  } catch (thrown) {
    if (ToolwrightError.is(thrown)) throw thrown // an option of the caller
    return { tools: [], problems: [problemOf('', '', 'SOURCE_UNREADABLE', messageOf(thrown))], changes: [] }
  }
}

function importDocument(document: OpenApiDocument, options: OpenApiOptions): OpenApiTools {
  const version = versionProblem(document.root)
  if (version !== undefined)
    return { tools: [], problems: [problemOf('', 'openapi', 'SOURCE_UNREADABLE', version)], changes: [] }
  const tools: Tool[] = []
  const problems: OpenApiProblem[] = []
  const changes: OpenApiChange[] = []
  const complain = (operation: string, path: string, code: ErrorCode, message: string): void => {
    if (problems.length < MAX_LISTED) problems.push(problemOf(operation, path, code, message))
  }
  const noteFor =
    (operation: string): Note =>
    (kind, path, message) => {
      if (changes.length < MAX_LISTED) changes.push({ kind, operation, path, message })
    }
  const operations = listOperations(document, (title, message) =>
    complain(title, '', 'SOURCE_UNSUPPORTED', message),
  )
  const names = namesOf(operations, options.prefix)
  const context: ImportContext = {
    document,
    options,
    library: createSchemaLibrary(document, noteFor('')),
    source: sourceOf(document.root),
    isTrusted: trustOf(document, operations, options),
  }
  const wanted = operations.filter((operation) => isWanted(operation, options.only))
  const most = options.maxOperations ?? DEFAULT_MAX_OPERATIONS
  if (operations.length === 0) complain('', 'paths', 'SOURCE_UNREADABLE', 'the document has no operations')
  if (wanted.length > most)
    complain(
      '',
      'paths',
      'SOURCE_UNSUPPORTED',
      `there are ${wanted.length} operations, of which the first ${most} were taken over; choose with \`only\`, or raise \`maxOperations\``,
    )
  for (const operation of wanted.slice(0, most)) {
    const note = noteFor(operation.title)
    if (operation.operationId !== undefined && operation.name !== operation.operationId)
      note(
        'name-duplicate',
        'operationId',
        `\`${operation.operationId.slice(0, 100)}\` was given before; the tool is named after its path too`,
      )
    try {
      const imported = importOperation(operation, names.get(operation.name) ?? operation.name, context, note)
      if (imported.ok) tools.push(imported.tool)
      else
        for (const { path, code, message } of imported.problems)
          complain(operation.title, path, code, message)
    } catch (thrown) {
      if (ToolwrightError.is(thrown)) throw thrown
      complain(
        operation.title,
        thrown instanceof CannotImport ? thrown.path : '',
        'SOURCE_UNSUPPORTED',
        messageOf(thrown),
      )
    }
  }
  return { tools, problems, changes }
}

/** Of all operations, wanted or not: a filter changes no name. */
function namesOf(operations: readonly Operation[], prefix: string | undefined): ReadonlyMap<string, string> {
  const full = (name: string): string => (prefix === undefined ? name : `${prefix}_${name}`)
  const canonical = canonicalNames(operations.map(({ name }) => full(name)))
  return new Map(operations.map(({ name }) => [name, canonical.get(full(name)) ?? name]))
}

/** Credentials go to the servers of the document as a whole, or those that the caller names, and to `allowHosts`. */
function trustOf(
  document: OpenApiDocument,
  [any]: readonly Operation[],
  options: OpenApiOptions,
): (origin: string) => boolean {
  const named = hostList(options.allowHosts ?? [])
  let origins: readonly string[] = []
  try {
    const nothing = { value: {}, file: '', pointer: '' }
    if (any !== undefined)
      origins = readServers(document, { ...any, place: nothing, item: nothing }, options).origins
  } catch {
    // Said again at each operation.
  }
  return (origin) => {
    const { hostname, port, protocol } = new URL(origin)
    return (
      origins.includes(origin) ||
      named.matches(hostname, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))
    )
  }
}

function versionProblem(root: unknown): string | undefined {
  if (textAt(root, 'swagger') !== undefined)
    return 'this is Swagger 2.0; convert it to OpenAPI 3 first, for example with `swagger2openapi`'
  const version = textAt(root, 'openapi')
  if (version === undefined) return 'this is no OpenAPI document: it has no text `openapi`'
  return /^3\.[01](?:\.|$)/.test(version)
    ? undefined
    : `OpenAPI ${version.slice(0, 20)} is not read; 3.0 and 3.1 are`
}

function sourceOf(root: unknown): string {
  const title = textAt(fieldsAt(root, 'info'), 'title') ?? ''
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return `openapi:${words === '' ? 'document' : words}`.slice(0, LIMITS.originCharacters)
}

function problemOf(operation: string, path: string, code: ErrorCode, message: string): OpenApiProblem {
  return { operation, path, code, message, hint: ERROR_CODES[code].cure }
}
