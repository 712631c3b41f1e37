import type { ToolDefinition } from '../../define/tool-definition.ts'
import type { Tool } from '../../define/tool.ts'
import { deepFreeze } from '../../define/deep-freeze.ts'
import type { Problem } from '../../errors/problem.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { LIMITS } from '../../validate/limits.ts'
import { sealTool } from '../../validate/seal-tool.ts'
import { validateDefinition } from '../../validate/validate-definition.ts'
import { httpImplementation } from '../http/http-implementation.ts'
import { DEFAULT_MAX_RESPONSE_BYTES, DEFAULT_TIMEOUT_MS, type HttpRequest } from '../http/http-request.ts'
import { READ_ONLY_METHODS } from '../http/http-tool-config.ts'
import { describeOperation } from './describe-operation.ts'
import type { Note } from './open-api-change.ts'
import { joinInput, type JoinedInput } from './join-input.ts'
import { givenDanger, type OpenApiOptions } from './open-api-options.ts'
import type { OpenApiDocument } from './open-api-document.ts'
import type { Operation } from './operation.ts'
import { readBody } from './read-body.ts'
import { readOutput } from './read-output.ts'
import { type FoundParameter, readParameters } from './read-parameters.ts'
import { type Credentials, NO_CREDENTIALS, readSecurity } from './read-security.ts'
import { readServers, type Target } from './read-servers.ts'
import { repairSchema } from './repair-schema.ts'
import type { SchemaLibrary } from './schema-library.ts'

/** What all operations of a document share. */
export interface ImportContext {
  readonly document: OpenApiDocument
  readonly library: SchemaLibrary
  readonly options: OpenApiOptions
  /** `openapi:petstore`. */
  readonly source: string
  /** Whether credentials may be sent to an origin. */
  readonly isTrusted: (origin: string) => boolean
}

export type Imported =
  | { readonly ok: true; readonly tool: Tool }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Makes a tool of one operation. Throws CannotImport where it cannot be understood. */
export function importOperation(
  operation: Operation,
  name: string,
  context: ImportContext,
  note: Note,
): Imported {
  const { document, library, options } = context
  const target = readServers(document, operation, options)
  const credentials = credentialsFor(operation, target, context, note)
  const found = readParameters(document, operation, library, note).filter(
    ({ parameter }) => !isGiven(parameter, credentials),
  )
  const joined = joinInput(found, readBody(document, operation, library, note), note)
  const output = options.outputSchemas === false ? undefined : readOutput(document, operation, library, note)
  const draft = draftOf(
    operation,
    name,
    { ...joined, schema: library.bundle(joined.schema, 'input') },
    output,
    context,
    note,
  )
  const checked = validateRepaired(draft, note)
  if (!checked.ok) return checked
  const request = requestOf(operation, target, joined, credentials, options)
  const { environment } = options
  return {
    ok: true,
    tool: sealTool({
      definition: checked.definition,
      implementation: httpImplementation(
        deepFreeze(request),
        environment === undefined ? {} : { environment },
      ),
    }),
  }
}

function draftOf(
  operation: Operation,
  name: string,
  joined: JoinedInput,
  outputSchema: JsonSchema | undefined,
  { options, source }: ImportContext,
  note: Note,
): Draft {
  const { method, path, title } = operation
  const isReading = READ_ONLY_METHODS.has(method)
  const tags = [...new Set(operation.tags.map((tag) => tag.trim().slice(0, LIMITS.tagCharacters)))].filter(
    (tag) => tag !== '',
  )
  return {
    name,
    description: describeOperation(operation, joined.parameters, note),
    inputSchema: joined.schema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    category: 'external_api',
    // Somebody else's word for what a method does: reading is believed, nothing else is.
    dangerLevel: givenDanger(operation, options.dangerLevel) ?? (isReading ? 'low' : 'high'),
    requiredPermissions: ['tool.network.fetch'],
    ...(isReading ? { constraints: { allowSideEffects: false } } : {}),
    tags: tags.slice(0, LIMITS.tags),
    metadata: { method, path },
    origin: { source, name: (operation.operationId ?? title).slice(0, LIMITS.originCharacters) },
  }
}

interface Draft {
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly [field: string]: unknown
}

type Checked =
  | { readonly ok: true; readonly definition: ToolDefinition }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Validates; where a schema is the problem, once more with a schema that was repaired, or without it. */
function validateRepaired(draft: Draft, note: Note): Checked {
  const first = validate(draft, note)
  if (
    first.ok ||
    !first.problems.some(({ path }) => path.startsWith('inputSchema') || path.startsWith('outputSchema'))
  )
    return first
  const { outputSchema, ...rest } = draft
  const inputSchema = repairSchema(draft.inputSchema, 'inputSchema', note)
  if (inputSchema === undefined) return first
  const mended = outputSchema === undefined ? undefined : repairSchema(outputSchema, 'outputSchema', note)
  if (outputSchema !== undefined && mended === undefined)
    note('output-left-out', 'outputSchema', 'is not valid, or too large')
  const second = validate(
    { ...rest, inputSchema, ...(mended === undefined ? {} : { outputSchema: mended }) },
    note,
  )
  if (second.ok || mended === undefined) return second
  note('output-left-out', 'outputSchema', 'is too large beside the input schema')
  return validate({ ...rest, inputSchema }, note)
}

function validate(draft: Draft, note: Note): Checked {
  const validation = validateDefinition(draft, { kind: 'closure', imported: true })
  if (validation.ok)
    for (const { path, message } of validation.notes ?? []) note('operation-mended', path, message)
  return validation
}

/** Some documents describe a key twice: a model is not asked for what the caller has given. */
function isGiven({ in: place, name }: FoundParameter['parameter'], credentials: Credentials): boolean {
  if (place === 'header') {
    const isBasic = credentials.basicAuth !== undefined && name.toLowerCase() === 'authorization'
    return (
      isBasic ||
      Object.keys(credentials.headers).some((header) => header.toLowerCase() === name.toLowerCase())
    )
  }
  if (place === 'query') return Object.hasOwn(credentials.query, name)
  return place === 'cookie' && Object.hasOwn(credentials.cookies, name)
}

/** Credentials go to the servers of the document as a whole and to hosts that the caller named, not where one operation says. */
function credentialsFor(
  operation: Operation,
  target: Target,
  context: ImportContext,
  note: Note,
): Credentials {
  const { document, options, isTrusted } = context
  const credentials = readSecurity(document, operation, options.auth ?? {}, note)
  const { headers = {} } = options
  const whole = { ...credentials, headers: { ...credentials.headers, ...headers } }
  if (isTrusted(target.origin)) return whole
  const isEmpty = [whole.headers, whole.query, whole.cookies].every((part) => Object.keys(part).length === 0)
  if (!isEmpty || whole.basicAuth !== undefined)
    note(
      'auth-withheld',
      'servers',
      `goes to \`${target.origin}\`, which only this operation names; allow it in \`allowHosts\``,
    )
  return NO_CREDENTIALS
}

function requestOf(
  operation: Operation,
  target: Target,
  joined: JoinedInput,
  { headers, query, cookies, basicAuth }: Credentials,
  options: OpenApiOptions,
): HttpRequest {
  const { allowHosts = [] } = options
  return {
    method: operation.method,
    origin: target.origin,
    path: `${target.basePath}${operation.path.startsWith('/') ? '' : '/'}${operation.path}`,
    headers,
    query,
    cookies,
    ...(basicAuth === undefined ? {} : { basicAuth }),
    parameters: joined.parameters,
    ...(joined.body === undefined ? {} : { body: joined.body }),
    hosts: [...new Set([...target.hosts, ...allowHosts])],
    allowHosts,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
  }
}
