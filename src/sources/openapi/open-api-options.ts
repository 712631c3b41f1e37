import { aListOf, anObject, aFlag, aFunction, aText, type OptionRules } from '../../define/check-options.ts'
import { DANGER_LEVELS, type DangerLevel } from '../../define/danger-levels.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import { HEADER_NAME, OWN_HEADERS } from '../http/build-headers.ts'
import { hasReference, referenceProblem } from '../http/secret-references.ts'
import type { OperationFacts } from './operation.ts'
import type { AuthOptions } from './read-security.ts'
import { isFields } from './read-values.ts'

/** Which operations become tools; one that fits every list that is given. */
interface OperationFilter {
  readonly operationIds?: readonly string[]
  readonly tags?: readonly string[]
  /** In any case: `GET`, `get`. */
  readonly methods?: readonly string[]
}

/** How a document is taken over. */
export interface OpenApiOptions {
  /** @default all operations */
  readonly only?: OperationFilter | ((operation: OperationFacts) => boolean) | undefined
  /** References to secrets, by the name of the security scheme: `{ token: '${env:TOKEN}' }`. @default none */
  readonly auth?: AuthOptions | undefined
  /** Sent with every call; may hold `${env:NAME}`. For documents that say nothing of credentials. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** In place of those of the document; the first is called. */
  readonly servers?: readonly string[] | undefined
  /** Values of the variables in the address of a server. @default those of the document */
  readonly serverVariables?: Readonly<Record<string, string>> | undefined
  /** Where relative servers start. @default the address of the document */
  readonly baseUrl?: string | undefined
  /** Hosts that may be reached beside the servers, get the credentials as they do, and may be private. @default none */
  readonly allowHosts?: readonly string[] | undefined
  /** How dangerous the tools are. @default 'low' where the method only reads, else 'high' */
  readonly dangerLevel?: DangerLevel | ((operation: OperationFacts) => DangerLevel | undefined) | undefined
  /** Goes before every name: `github` makes `github_issues_list`. @default none */
  readonly prefix?: string | undefined
  /** Whether results are checked against what the document says of them. @default true */
  readonly outputSchemas?: boolean | undefined
  /** More operations than these are not taken over. @default 5000 */
  readonly maxOperations?: number | undefined
  /** For each call, and for fetching the document. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** A longer answer is cut. @default 5242880 */
  readonly maxResponseBytes?: number | undefined
  /** Where `${env:NAME}` is looked up. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
}

const aNumber = (minimum: number, maximum: number): readonly [(value: unknown) => boolean, string] => [
  (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  `a whole number from ${minimum} to ${maximum}`,
]
const aTextList = aListOf('texts', (item) => typeof item === 'string')
const texts = (value: unknown): boolean =>
  isFields(value) && Object.values(value).every((item) => typeof item === 'string')

export const OPEN_API_OPTIONS: OptionRules<OpenApiOptions> = {
  only: [
    (value) => aFunction[0](value) || isFilter(value),
    '`{ operationIds, tags, methods }`, each a list of texts, or a function',
  ],
  auth: [isAuth, 'an object of texts with `${env:NAME}`, or of `{ username, password }`'],
  headers: [isHeaders, 'an object of texts, by the name of a header; a secret is written `${env:NAME}`'],
  servers: aTextList,
  serverVariables: [texts, 'an object of texts'],
  baseUrl: aText,
  allowHosts: aTextList,
  dangerLevel: [
    (value) => aFunction[0](value) || DANGER_LEVELS.includes(value as DangerLevel),
    `one of ${DANGER_LEVELS.join(', ')}, or a function`,
  ],
  prefix: [
    (value) => typeof value === 'string' && /^[a-z][a-z0-9_]{0,31}$/.test(value),
    'snake_case, at most 32 characters',
  ],
  outputSchemas: aFlag,
  maxOperations: aNumber(1, 100_000),
  timeoutMs: aNumber(1, 600_000),
  maxResponseBytes: aNumber(1, 100 * 1024 * 1024),
  environment: anObject,
}

/** Whether an operation was asked for. */
export function isWanted(operation: OperationFacts, only: OpenApiOptions['only']): boolean {
  if (only === undefined) return true
  if (typeof only === 'function') return only(operation)
  const { operationIds, tags, methods } = only
  return (
    (operationIds === undefined ||
      (operation.operationId !== undefined && operationIds.includes(operation.operationId))) &&
    (tags === undefined || operation.tags.some((tag) => tags.includes(tag))) &&
    (methods === undefined || methods.some((method) => method.toUpperCase() === operation.method))
  )
}

/** The danger that the caller gave an operation; throws for what is no level. */
export function givenDanger(
  operation: OperationFacts,
  dangerLevel: OpenApiOptions['dangerLevel'],
): DangerLevel | undefined {
  if (typeof dangerLevel !== 'function') return dangerLevel
  const given = dangerLevel(operation)
  if (given === undefined || DANGER_LEVELS.includes(given)) return given
  const title = `${operation.method} ${operation.path}`
  throw new ToolwrightError(
    'OPTION_INVALID',
    `\`dangerLevel\` gave \`${given}\` for ${title}; expected one of ${DANGER_LEVELS.join(', ')}.`,
  )
}

function isFilter(value: unknown): boolean {
  return (
    isFields(value) &&
    Object.entries(value).every(
      ([name, list]) =>
        ['operationIds', 'tags', 'methods'].includes(name) && (list === undefined || aTextList[0](list)),
    )
  )
}

// A secret in the code would stand in what is hashed and shown.
function isSecret(value: unknown): boolean {
  return typeof value === 'string' && hasReference(value) && referenceProblem(value) === undefined
}

function isAuth(value: unknown): boolean {
  return (
    isFields(value) &&
    Object.values(value).every(
      (item) =>
        isSecret(item) ||
        (isFields(item) && typeof item['username'] === 'string' && isSecret(item['password'])),
    )
  )
}

function isHeaders(value: unknown): boolean {
  return (
    isFields(value) &&
    Object.entries(value).every(
      ([name, text]) =>
        typeof text === 'string' &&
        HEADER_NAME.test(name) &&
        !OWN_HEADERS.has(name.toLowerCase()) &&
        referenceProblem(text) === undefined &&
        !/[\r\n\0]/.test(text),
    )
  )
}
