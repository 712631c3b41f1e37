import { isPlainHost } from './plain-host.ts'
import type { Complain } from './check-fields.ts'

/** A URL template in its parts. */
export interface UrlTemplate {
  readonly origin: string
  readonly path: string
  /** Texts of the query that never change. */
  readonly fixed: Readonly<Record<string, string>>
  /** Names in the query, by the argument that each stands for. */
  readonly arguments: Readonly<Record<string, string>>
  /** The host as a pattern of hosts. */
  readonly host: string
}

const AUTHORITY = /^(https?:\/\/[^/?#{}\\\s]+)(\/[^?#]*)?(?:\?([^#]*))?$/i
const PLACEHOLDER = /^\{([^{}]+)\}$/

/** Reads `https://host/path/{name}?fixed=text&other={name}`. The host holds no placeholder: arguments never choose it. */
export function readUrlTemplate(text: string, complain: Complain): UrlTemplate | undefined {
  const [, authority = '', path = '/', query = ''] = AUTHORITY.exec(text) ?? []
  const url = URL.parse(authority)
  if (url === null || !isPlainHost(url.host)) {
    const hint =
      'Write it as `https://api.example.com/users/{id}`, without placeholders before the path and without `#`.'
    complain('url', 'is no absolute http or https address with a fixed host', hint)
    return undefined
  }
  if (url.username !== '' || url.password !== '') {
    complain('url', 'holds a user name or password', 'Give `basicAuth` with references to secrets.')
    return undefined
  }
  if (/[{}]/.test(path.replaceAll(/\{[^{}/]+\}/g, '')))
    complain('url', 'has a brace that belongs to no placeholder')
  const fixed: [string, string][] = []
  const named: [string, string][] = []
  for (const [name, value] of new URLSearchParams(query)) {
    const argument = PLACEHOLDER.exec(value)?.[1]
    if (argument !== undefined) named.push([argument, name])
    else if (/[{}]/.test(value))
      complain(
        'url',
        `has \`${name}=${value}\` in its query`,
        'A placeholder there is a whole value: `name={argument}`.',
      )
    else fixed.push([name, value])
  }
  return {
    origin: url.origin,
    path,
    fixed: Object.fromEntries(fixed),
    arguments: Object.fromEntries(named),
    host: url.host,
  }
}
