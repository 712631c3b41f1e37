import { createRedactor } from '../../errors/redact.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ProviderFormat } from '../../providers/provider-format.ts'
import type { HttpModelOptions } from './http-options.ts'

/** The key, from the option or the environment; a missing one is told now and not by a 401 later. */
export function readApiKey(
  { apiKey, baseUrl, headers }: HttpModelOptions,
  { chat, title }: ProviderFormat,
): string | undefined {
  const variable = chat?.keyVariable
  const given = apiKey?.trim() ?? ''
  if (given !== '') return given
  // The key of the provider is not sent to another host unless it was given for it.
  if (variable === undefined || (baseUrl !== undefined && !isSameHost(baseUrl, chat?.baseUrl)))
    return undefined
  const found = process.env[variable]?.trim() ?? ''
  if (found !== '') return found
  if (headers !== undefined) return undefined // the host brings its own way in
  throw refusal(`There is no API key for ${title}. Set ${variable}, or give \`apiKey\` to \`httpModel\`.`)
}

function isSameHost(given: string, own = ''): boolean {
  const origin = URL.parse(given)?.origin
  return origin !== undefined && origin === URL.parse(own)?.origin
}

/** Our headers and those of the host, which win whatever their letter case. No value is shown: it may be the key. */
export function requestHeaders(
  ours: Readonly<Record<string, string>>,
  theirs: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const [name, value] of [...Object.entries(ours), ...Object.entries(theirs)]) {
    try {
      headers.set(name, value)
    } catch {
      throw refusal(
        `The header \`${name}\` of \`httpModel\` cannot be sent: a key or value holds characters that no header may hold.`,
      )
    }
  }
  return Object.fromEntries(headers)
}

const SECRET_NAME = /auth|key|token|secret|cookie/i

/** What must be in no message: the key, and what headers of the host carry in its place. */
export function secretsOf(apiKey: string | undefined, headers: Readonly<Record<string, string>>): string[] {
  const carried = Object.entries(headers).flatMap(([name, value]) =>
    SECRET_NAME.test(name) ? [value, value.replace(/^\S+\s+/, '')] : [],
  )
  return apiKey === undefined ? carried : [apiKey, ...carried]
}

/** What a model answers is its own text: only what is too long to stand there by chance (unlike `ollama`) is hidden in it. */
const MIN_HIDDEN_CHARACTERS = 16

/** Hides the key in answers: some servers put it into the errors that they send with status 200. */
export function createAnswerFilter(secrets: readonly string[]) {
  const { hideSecrets } = createRedactor(secrets.filter((secret) => secret.length >= MIN_HIDDEN_CHARACTERS))
  return {
    text: (text: string): string => hideSecrets?.(text) ?? text,
    event(event: unknown): unknown {
      if (hideSecrets === undefined) return event
      const text = JSON.stringify(event)
      const clean = hideSecrets(text)
      return clean === text ? event : (JSON.parse(clean) as unknown)
    },
  }
}

function refusal(message: string): ToolwrightError {
  return new ToolwrightError('OPTION_INVALID', message)
}
