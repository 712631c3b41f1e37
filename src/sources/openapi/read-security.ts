import { HEADER_NAME, OWN_HEADERS } from '../http/build-headers.ts'
import type { BasicAuth } from '../http/http-request.ts'
import type { Note } from './open-api-change.ts'
import { memberAt, type OpenApiDocument } from './open-api-document.ts'
import type { Operation } from './operation.ts'
import { isFields, memberOf, textAt } from './read-values.ts'

/** References to the secrets of one scheme: one text, or user name and password. */
type AuthReference = string | BasicAuth

/** By the name of the security scheme in the document. */
export type AuthOptions = Readonly<Record<string, AuthReference>>

/** What credentials add to a request. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly cookies: Readonly<Record<string, string>>
  readonly basicAuth?: BasicAuth
}

export const NO_CREDENTIALS: Credentials = { headers: {}, query: {}, cookies: {} }

/**
 * The credentials of an operation: those of the first alternative for which the caller gave all. What the document holds
 * decides where they go, never what they are.
 */
export function readSecurity(
  document: OpenApiDocument,
  operation: Operation,
  auth: AuthOptions,
  note: Note,
): Credentials {
  const own = memberOf(operation.place.value, 'security')
  const alternatives = own === undefined ? memberOf(document.root, 'security') : own
  if (!Array.isArray(alternatives) || alternatives.length === 0) return NO_CREDENTIALS
  const choices = alternatives.filter(isFields).map((alternative) => Object.keys(alternative))
  for (const names of choices) {
    if (names.length === 0 || !names.every((name) => Object.hasOwn(auth, name))) continue
    const parts = names.map((name) => credentialsOf(document, name, auth[name] ?? ''))
    const missing = parts.find((part) => typeof part === 'string')
    if (missing === undefined) return join(parts.filter((part) => typeof part !== 'string'))
    note('auth-missing', 'security', missing)
  }
  // An empty alternative: credentials may be given, and need not be.
  if (choices.some((names) => names.length === 0)) return NO_CREDENTIALS
  const wanted = choices.map((names) => names.join(' and ')).join(', or ')
  note('auth-missing', 'security', `asks for ${wanted.slice(0, 300)}; give \`auth\` for it`)
  return NO_CREDENTIALS
}

/** What one scheme adds; a text says why it adds nothing. */
function credentialsOf(
  document: OpenApiDocument,
  name: string,
  reference: AuthReference,
): Credentials | string {
  const components = memberAt(
    document,
    { value: document.root, file: document.file, pointer: '' },
    'components',
  )
  const schemes = components && memberAt(document, components, 'securitySchemes')
  const scheme = schemes && memberAt(document, schemes, name)?.value
  const type = textAt(scheme, 'type')
  const kind = type === 'http' ? `http ${textAt(scheme, 'scheme')?.toLowerCase() ?? ''}` : type
  if (kind === 'http basic') {
    if (typeof reference === 'string') return `the scheme \`${name}\` takes \`{ username, password }\``
    return { ...NO_CREDENTIALS, basicAuth: { username: reference.username, password: reference.password } }
  }
  if (typeof reference !== 'string')
    return `the scheme \`${name}\` takes one text, not user name and password`
  switch (kind) {
    case 'http bearer':
    case 'oauth2':
    case 'openIdConnect':
      return { ...NO_CREDENTIALS, headers: { authorization: `Bearer ${reference}` } }
    case 'apiKey':
      return apiKey(scheme, name, reference)
    default:
      return `the scheme \`${name}\` is of a kind that is not supported: ${String(kind).slice(0, 50)}`
  }
}

function apiKey(scheme: unknown, name: string, reference: string): Credentials | string {
  const key = textAt(scheme, 'name')
  const place = textAt(scheme, 'in')
  const isOwn = place === 'header' && key !== undefined && OWN_HEADERS.has(key.toLowerCase())
  const isPlain = key !== undefined && (place === 'query' ? key !== '' : HEADER_NAME.test(key))
  if (!isPlain || isOwn) return `the scheme \`${name}\` has no usable name of a key`
  const pair = Object.fromEntries([[place === 'header' ? key.toLowerCase() : key, reference]])
  if (place === 'header') return { ...NO_CREDENTIALS, headers: pair }
  if (place === 'query') return { ...NO_CREDENTIALS, query: pair }
  if (place === 'cookie') return { ...NO_CREDENTIALS, cookies: pair }
  return `the scheme \`${name}\` has its key in no known place`
}

function join(parts: readonly Credentials[]): Credentials {
  const basicAuth = parts.find((part) => part.basicAuth !== undefined)?.basicAuth
  return {
    headers: Object.assign({}, ...parts.map((part) => part.headers)) as Record<string, string>,
    query: Object.assign({}, ...parts.map((part) => part.query)) as Record<string, string>,
    cookies: Object.assign({}, ...parts.map((part) => part.cookies)) as Record<string, string>,
    ...(basicAuth === undefined ? {} : { basicAuth }),
  }
}
