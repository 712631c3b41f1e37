import { DANGER_LEVELS, type DangerLevel } from '../../define/danger-levels.ts'
import { aListOf, aText, checkOptions, oneOf, type OptionRules } from '../../define/check-options.ts'
import { CONSTRAINT_DEFAULTS, CONSTRAINT_RANGES } from '../../define/constraints.ts'
import { ToolwrightError } from '../../errors/toolwright-error.ts'
import type { ElicitCallback } from './elicitation.ts'

/** Which protocol to speak. `auto` asks the server and falls back to the older one. */
const MCP_PROTOCOLS = ['auto', '2025', '2026-07-28'] as const

export type McpProtocol = (typeof MCP_PROTOCOLS)[number]

/** How to reach a server and what its tools may do. Give `command` (a program on this machine) or `url`. */
export interface McpOptions {
  /** What the server is called here: its tools are of the source `mcp:<name>`. */
  readonly name: string
  /** The program, started without a shell. */
  readonly command?: string | undefined
  readonly args?: readonly string[] | undefined
  /** Given to the program beside PATH, HOME and LANG; it sees nothing else of the environment of the host. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Where the program starts. @default the directory of the host */
  readonly cwd?: string | undefined
  /** Address of a Streamable HTTP server. */
  readonly url?: string | URL | undefined
  /** Sent with each request: credentials. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Put before each name, where two servers have tools of the same name. @default none */
  readonly prefix?: string | undefined
  /** Take these tools only, by the names that the server uses. @default all */
  readonly only?: readonly string[] | undefined
  /** How dangerous a tool is, by its name at the server: what a person says counts, what the server says is a hint. */
  readonly danger?: Readonly<Record<string, DangerLevel>> | undefined
  /** @default 'auto' */
  readonly protocol?: McpProtocol | undefined
  /** Directories (absolute paths or `file:` URLs) that a server is told of when it asks. @default it may not ask */
  readonly roots?: readonly string[] | undefined
  /** Answers what a server asks of the user during a call. @default every question is declined */
  readonly onElicit?: ElicitCallback | undefined
  /** For the handshake and for each listing of the tools, all pages together. @default 30000 */
  readonly connectTimeoutMs?: number | undefined
  /** How long a call may go without a word of progress. @default 30000 */
  readonly idleTimeoutMs?: number | undefined
  /** Longest a call may run, whatever its progress: `maxExecutionMs` of each tool. @default 60000 */
  readonly callTimeoutMs?: number | undefined
  /** `maxOutputBytes` of each tool. @default 10485760 */
  readonly maxOutputBytes?: number | undefined
  /** Largest message of the server that is read; a larger one ends the connection. @default 16777216 */
  readonly maxMessageBytes?: number | undefined
  /** More tools than these are left out, and said. @default 1000 */
  readonly maxTools?: number | undefined
  /** Pause before the first new attempt; it doubles each time, and a random part of it is waited. @default 500 */
  readonly reconnectDelayMs?: number | undefined
  /** @default 30000 */
  readonly maxReconnectDelayMs?: number | undefined
  /** Attempts in a row before the source gives up; 0 for none. @default no limit */
  readonly maxReconnectAttempts?: number | undefined
}

const aDuration = [
  (value: unknown) => typeof value === 'number' && value >= 1 && value <= 2_147_483_647,
  'milliseconds, 1 or more',
] as const
const aCount = [
  (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  'a whole number, 0 or more',
] as const
const aName = [
  (value: unknown) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
  'a name of letters, digits, `_`, `-` and `.`, at most 64',
] as const
const texts = [
  (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((item) => typeof item === 'string'),
  'an object of texts',
] as const
const levels = [
  (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((level) => DANGER_LEVELS.includes(level as DangerLevel)),
  `an object of names of tools with one of ${DANGER_LEVELS.join(', ')}`,
] as const
const { maxExecutionMs, maxOutputBytes } = CONSTRAINT_RANGES

const RULES: OptionRules<McpOptions> = {
  name: aName,
  command: [(value) => typeof value === 'string' && value !== '' && !value.includes('\0'), 'a program'],
  args: aListOf('texts', (item) => typeof item === 'string' && !item.includes('\0')),
  env: texts,
  cwd: aText,
  url: [(value) => /^https?:$/.test(protocolOf(value)), 'an http or https address'],
  headers: texts,
  prefix: aName,
  only: aListOf('names of tools', (item) => typeof item === 'string'),
  danger: levels,
  protocol: oneOf(MCP_PROTOCOLS),
  roots: aListOf(
    'absolute paths or `file:` URLs',
    (item) => typeof item === 'string' && /^(?:\/|file:|[A-Za-z]:[\\/])/.test(item),
  ),
  onElicit: [(value) => typeof value === 'function', 'a function'],
  connectTimeoutMs: aDuration,
  idleTimeoutMs: aDuration,
  callTimeoutMs: between(maxExecutionMs.minimum, maxExecutionMs.maximum, 'milliseconds'),
  maxOutputBytes: between(maxOutputBytes.minimum, maxOutputBytes.maximum, 'bytes'),
  maxMessageBytes: between(1_024, 1_073_741_824, 'bytes'),
  maxTools: aCount,
  reconnectDelayMs: aDuration,
  maxReconnectDelayMs: aDuration,
  maxReconnectAttempts: aCount,
}

/** The options with their defaults; after this none is looked at as absent but those that may be. */
export type McpSettings = ReturnType<typeof readMcpOptions>

/** Throws for what is misspelt, of a wrong value, or names two ways to reach the server. */
export function readMcpOptions(options: McpOptions) {
  checkOptions('connectMcp', options, RULES)
  const { name, command, url } = options
  if (name === undefined) throw invalid('`connectMcp` needs a `name` for the server.')
  if ((command === undefined) === (url === undefined)) {
    throw invalid('`connectMcp` needs either `command`, a program on this machine, or `url`, an address.')
  }
  const misplaced = command === undefined ? (['args', 'env', 'cwd'] as const) : (['headers'] as const)
  for (const option of misplaced) {
    if (options[option] === undefined) continue
    throw invalid(
      `\`${option}\` of \`connectMcp\` is for a server with \`${command === undefined ? 'command' : 'url'}\`.`,
    )
  }
  return Object.freeze({
    name,
    reach: command === undefined ? httpReach(options) : stdioReach(command, options),
    prefix: options.prefix,
    only: options.only === undefined ? undefined : new Set(options.only),
    danger: new Map(Object.entries(options.danger ?? {})),
    protocol: options.protocol ?? 'auto',
    roots: options.roots,
    onElicit: options.onElicit,
    connectTimeoutMs: options.connectTimeoutMs ?? 30_000,
    idleTimeoutMs: options.idleTimeoutMs ?? 30_000,
    callTimeoutMs: options.callTimeoutMs ?? CONSTRAINT_DEFAULTS.maxExecutionMs,
    maxOutputBytes: options.maxOutputBytes ?? CONSTRAINT_DEFAULTS.maxOutputBytes,
    maxMessageBytes: options.maxMessageBytes ?? 16 * 1024 * 1024,
    // Models choose badly among hundreds; more than a thousand is a mistake or an attack.
    maxTools: options.maxTools ?? 1_000,
    reconnectDelayMs: options.reconnectDelayMs ?? 500,
    maxReconnectDelayMs: options.maxReconnectDelayMs ?? 30_000,
    maxReconnectAttempts: options.maxReconnectAttempts ?? Infinity,
  })
}

export interface StdioReach {
  readonly kind: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
}

export interface HttpReach {
  readonly kind: 'http'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

function stdioReach(command: string, { args, env, cwd }: McpOptions): StdioReach {
  return { kind: 'stdio', command, args: [...(args ?? [])], env: { ...env }, cwd }
}

function httpReach({ url, headers }: McpOptions): HttpReach {
  return { kind: 'http', url: new URL(url ?? ''), headers: { ...headers } }
}

function protocolOf(value: unknown): string {
  if (value instanceof URL) return value.protocol
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).protocol : ''
}

function between(minimum: number, maximum: number, unit: string) {
  const fits = (value: unknown): boolean => typeof value === 'number' && value >= minimum && value <= maximum
  return [fits, `${unit} from ${minimum} to ${maximum}`] as const
}

function invalid(message: string): ToolwrightError {
  return new ToolwrightError('OPTION_INVALID', message)
}
