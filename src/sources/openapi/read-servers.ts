import { isPlainHost } from '../http/plain-host.ts'
import { CannotImport } from './open-api-change.ts'
import type { OpenApiDocument } from './open-api-document.ts'
import type { Operation } from './operation.ts'
import { fieldsAt, listAt, memberOf, textAt } from './read-values.ts'

/** What the caller says about servers. */
export interface ServerOptions {
  /** In place of those of the document; the first is called, redirects may go to the others. */
  readonly servers?: readonly string[] | undefined
  readonly serverVariables?: Readonly<Record<string, string>> | undefined
  /** Where relative servers start. */
  readonly baseUrl?: string | undefined
}

/** Where an operation is sent. */
export interface Target {
  readonly origin: string
  /** Without a slash at its end. */
  readonly basePath: string
  /** Scheme, host and port of each server that was named. */
  readonly origins: readonly string[]
  /** Every server that was named, as patterns of hosts; the first is the one that is called. */
  readonly hosts: readonly string[]
}

const MAX_SERVERS = 50

/** The servers of an operation: its own, else those of its path, else those of the document. Throws CannotImport. */
export function readServers(document: OpenApiDocument, operation: Operation, options: ServerOptions): Target {
  const listed = options.servers?.map((url) => ({ url })) ?? serversOf(document, operation)
  const found = listed.slice(0, MAX_SERVERS).map((server) => readServer(server, options, document.url))
  const [first] = found
  if (first === undefined)
    throw new CannotImport('servers', 'there is no server; name one with the option `servers`')
  if (typeof first === 'string') throw new CannotImport('servers', first)
  const urls = found.filter((url) => typeof url !== 'string')
  return {
    origin: first.origin,
    basePath: first.pathname.replace(/\/+$/, ''),
    origins: [...new Set(urls.map((url) => url.origin))],
    hosts: [...new Set(urls.map((url) => url.host))],
  }
}

function serversOf(document: OpenApiDocument, { place, item }: Operation): readonly unknown[] {
  for (const value of [place.value, item.value, document.root]) {
    const servers = listAt(value, 'servers')
    if (servers.length > 0) return servers
  }
  return [{ url: '/' }] // as the specification has it
}

function readServer(server: unknown, options: ServerOptions, documentUrl: string | undefined): URL | string {
  const template = textAt(server, 'url')
  if (template === undefined) return 'a server has no `url`'
  let problem: string | undefined
  const text = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = variableOf(server, name, options.serverVariables ?? {})
    if (typeof value === 'string') return value
    problem = value.problem
    return ''
  })
  if (problem !== undefined) return problem
  const base = options.baseUrl ?? documentUrl
  const url = URL.parse(text, base)
  const shown = template.slice(0, 200)
  if (url === null) return `the server \`${shown}\` is relative; name a whole one with the option \`servers\``
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `the server \`${shown}\` is neither http nor https`
  if (url.username !== '' || url.password !== '') return 'the server has a user name or password in it'
  if (!isPlainHost(url.host)) return `the server \`${shown}\` has no plain name of a host`
  return /[{}]/.test(text) ? `the server \`${shown}\` has a brace that belongs to no variable` : url
}

function variableOf(
  server: unknown,
  name: string,
  given: Readonly<Record<string, string>>,
): string | { readonly problem: string } {
  const variable = memberOf(fieldsAt(server, 'variables'), name)
  const own = Object.hasOwn(given, name) ? given[name] : undefined
  const value = own ?? textAt(variable, 'default')
  if (value === undefined)
    return {
      problem: `the server has a variable \`${name}\` without a value; give it in \`serverVariables\``,
    }
  const allowed = listAt(variable, 'enum')
  if (own !== undefined && allowed.length > 0 && !allowed.includes(own)) {
    return {
      problem: `\`${own}\` is no value of the server variable \`${name}\`; it has ${allowed.slice(0, 20).join(', ')}`,
    }
  }
  return value
}
