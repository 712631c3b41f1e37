import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { ApprovalChannel } from './approve/approval-channel.ts'
import type { ApproveCallback } from './approve/callback-channel.ts'
import type { Policy, Rule } from './approve/rule.ts'
import { ISOLATION_LEVELS, type Isolation } from './define/isolation.ts'
import {
  aFlag,
  aListOf,
  anObject,
  aText,
  checkOptions,
  oneOf,
  type OptionRules,
  withFunctions,
} from './define/check-options.ts'
import { type Tier, TIERS } from './define/tiers.ts'
import { ToolwrightError } from './errors/toolwright-error.ts'
import type { Tool } from './define/tool.ts'
import { type Clock, systemClock } from './execute/clock.ts'
import type { CacheOptions } from './execute/result-cache.ts'
import type { AddedStep } from './execute/step.ts'
import { guardLogger, guardMetrics, guardTracer } from './observe/guard-ports.ts'
import type { Logger } from './observe/logger.ts'
import type { Metrics } from './observe/metrics.ts'
import { openTelemetry } from './observe/opentelemetry.ts'
import type { Tracer } from './observe/tracer.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { checkSandboxOptions, type SandboxOptions } from './sandbox/sandbox-options.ts'
import type { BuiltinName } from './tools/builtin-tools.ts'
import type { WebOptions } from './tools/web-options.ts'

/** What `createToolwright` takes; everything has a default. */
export interface ToolwrightOptions {
  /** Registered at once; more can follow through `registry.register`. @default none */
  readonly tools?: readonly Tool[] | undefined
  /** What this deployment may hold. @default 'enterprise' */
  readonly tier?: Tier | undefined
  /** False refuses every tool that is not built in. @default true */
  readonly customTools?: boolean | undefined
  /** Permissions that definitions may require, beside the known ones. @default none */
  readonly permissions?: readonly string[] | undefined
  /** Schema keywords of the host that definitions may use, beside those of JSON Schema. @default none */
  readonly keywords?: readonly string[] | undefined
  /** The least isolation for every tool; a tool, rule or call may raise it. @default 'none' */
  readonly isolation?: Isolation | undefined
  /** Whom to ask before a call that needs approval: a callback or a channel. Without one such calls are denied. */
  readonly approve?: ApproveCallback | ApprovalChannel | undefined
  /** Rules that allow, ask or deny. @default none */
  readonly rules?: readonly Rule[] | Policy | undefined
  /** Ask about low danger as well. @default false */
  readonly paranoid?: boolean | undefined
  /** Make exact coercions ("5" → 5) in arguments that do not fit. @default true */
  readonly coerce?: boolean | undefined
  /** Keep results of side-effect-free tools. @default no cache */
  readonly cache?: CacheOptions | undefined
  /** Steps of the host: guardrails, retries, rate limits. @default none */
  readonly steps?: readonly AddedStep[] | undefined
  /** How many calls of a batch run at once. @default 8 */
  readonly concurrency?: number | undefined
  /** Values that no model and no log may see. @default none */
  readonly secrets?: readonly string[] | undefined
  /** Registers the built-in tools: all that the tier has, or those named. @default false */
  readonly builtins?: boolean | readonly BuiltinName[] | undefined
  /** The folders that the built-in tools, and the commands of isolated tools, work in. @default the working directory */
  readonly roots?: readonly string[] | undefined
  /** How the built-in web tools reach the network. */
  readonly web?: WebOptions | undefined
  /** What isolated tools may do at most; or a sandbox of your own. */
  readonly sandbox?: SandboxOptions | Sandbox | undefined
  /** Where relative paths of tools start. @default the first root, else the working directory of the process */
  readonly workingDirectory?: string | undefined
  readonly logger?: Logger | undefined
  /** @default OpenTelemetry, when the host has set it up */
  readonly metrics?: Metrics | undefined
  /** @default OpenTelemetry, when the host has set it up */
  readonly tracer?: Tracer | undefined
  readonly clock?: Clock | undefined
}

const DEFAULT_CONCURRENCY = 8

/** Fills in the defaults; throws for what is misspelt or cannot be. */
export function readToolwrightOptions(options: ToolwrightOptions) {
  checkOptions('createToolwright', options, RULES)
  const telemetry = openTelemetry()
  const roots = readRoots(options)
  const { sandbox = {} } = options
  if (!isSandbox(sandbox)) checkSandboxOptions(sandbox)
  return {
    tools: options.tools ?? [],
    tier: options.tier,
    customTools: options.customTools,
    permissions: options.permissions,
    keywords: options.keywords,
    isolation: options.isolation,
    approve: options.approve,
    rules: options.rules ?? [],
    paranoid: options.paranoid ?? false,
    coerce: options.coerce ?? true,
    cache: options.cache,
    steps: options.steps ?? [],
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    secrets: options.secrets ?? [],
    workingDirectory: options.workingDirectory ?? roots[0],
    roots,
    builtins: options.builtins ?? false,
    web: options.web ?? {},
    sandbox,
    logger: guardLogger(options.logger),
    metrics: guardMetrics(options.metrics ?? telemetry.metrics),
    tracer: guardTracer(options.tracer ?? telemetry.tracer),
    clock: options.clock ?? systemClock,
  }
}

/** The folders, which must exist: a misspelt one would only be noticed when a model finds nothing in it. */
function readRoots({ roots, workingDirectory }: ToolwrightOptions): readonly [string, ...string[]] {
  const [first, ...others] = roots ?? []
  if (first === undefined) return [resolve(workingDirectory ?? process.cwd())]
  for (const root of [first, ...others]) {
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) continue
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`roots\` of \`createToolwright\` names \`${root}\`, which is no folder. Make it, or correct the path.`,
    )
  }
  return [first, ...others]
}

/** Whether a host brought a sandbox rather than options for ours. */
export function isSandbox(value: SandboxOptions | Sandbox): value is Sandbox {
  return 'run' in value && typeof value.run === 'function'
}

const isText = (value: unknown): boolean => typeof value === 'string'
// Shorter ones would be hidden in ordinary words; an unset environment variable is no secret at all.
const isSecret = (value: unknown): boolean => typeof value === 'string' && value.length >= 4
const canAsk = withFunctions('a function, or a channel with `ask`', 'ask')

const RULES: OptionRules<ToolwrightOptions> = {
  tools: aListOf('tools, as `defineTool` makes them'),
  tier: oneOf(Object.keys(TIERS)),
  customTools: aFlag,
  permissions: aListOf('texts', isText),
  keywords: aListOf('texts', isText),
  isolation: oneOf(ISOLATION_LEVELS),
  approve: [(value) => typeof value === 'function' || canAsk[0](value), canAsk[1]],
  rules: anObject, // `compileRules` looks closer
  paranoid: aFlag,
  coerce: aFlag,
  cache: [isCacheOptions, '`{ ttlMs, maxEntries? }`, a time above 0 and a number from 1'],
  steps: aListOf('`{ name, step, before or after }`', (item) => typeof item === 'object' && item !== null),
  concurrency: [(value) => Number.isInteger(value) && Number(value) >= 1, 'a whole number from 1'],
  secrets: aListOf('texts of at least 4 characters (is an environment variable unset?)', isSecret),
  builtins: [
    (value) => typeof value === 'boolean' || (Array.isArray(value) && value.every(isText)),
    'true, false or a list of names of built-in tools',
  ],
  roots: aListOf(
    'absolute paths of folders, at least one',
    (item) => isText(item) && isAbsolute(String(item)),
  ),
  web: anObject,
  sandbox: anObject,
  workingDirectory: aText,
  logger: withFunctions('an object with `log(code, fields)`', 'log'),
  metrics: withFunctions('an object with `record`', 'record'),
  tracer: withFunctions('an object with `startCall`', 'startCall'),
  clock: withFunctions('an object with `nowMs` and `isoTime`', 'nowMs', 'isoTime'),
}

function isCacheOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { ttlMs, maxEntries = 1, ...others } = value as { ttlMs?: unknown; maxEntries?: unknown }
  const areNumbers =
    typeof ttlMs === 'number' && ttlMs > 0 && typeof maxEntries === 'number' && maxEntries >= 1
  return areNumbers && Object.keys(others).length === 0
}
