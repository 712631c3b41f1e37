import type { ApprovalChannel } from './approve/approval-channel.ts'
import type { ApproveCallback } from './approve/callback-channel.ts'
import type { Policy, Rule } from './approve/rule.ts'
import { ISOLATION_LEVELS, type Isolation } from './define/isolation.ts'
import { type OptionNames, refuseUnknownOptions } from './define/option-names.ts'
import type { Tier } from './define/tiers.ts'
import type { Tool } from './define/tool.ts'
import { ToolwrightError } from './errors/toolwright-error.ts'
import { type Clock, systemClock } from './execute/clock.ts'
import type { CacheOptions } from './execute/result-cache.ts'
import type { AddedStep } from './execute/step.ts'
import { guardLogger, guardMetrics, guardTracer } from './observe/guard-ports.ts'
import type { Logger } from './observe/logger.ts'
import type { Metrics } from './observe/metrics.ts'
import { openTelemetry } from './observe/opentelemetry.ts'
import type { Tracer } from './observe/tracer.ts'

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
  /** Where relative paths of tools start. @default the working directory of the process */
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
  if (typeof options !== 'object' || options === null) {
    throw new ToolwrightError('OPTION_INVALID', '`createToolwright` takes an object of options, or nothing.')
  }
  refuseUnknownOptions('createToolwright', options, OPTION_NAMES)
  const { concurrency = DEFAULT_CONCURRENCY, cache, approve, tools = [] } = options
  if (options.steps !== undefined && !Array.isArray(options.steps)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      '`steps` must be a list of `{ name, step, before or after }`.',
    )
  }
  if (options.clock !== undefined && typeof options.clock.nowMs !== 'function') {
    throw new ToolwrightError('OPTION_INVALID', '`clock` must have the functions `nowMs` and `isoTime`.')
  }
  if (!Array.isArray(tools)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      '`tools` must be a list of tools, as `defineTool` makes them.',
    )
  }
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`concurrency\` must be a whole number from 1, not ${String(concurrency)}.`,
    )
  }
  if (cache?.maxEntries !== undefined && !(cache.maxEntries >= 1)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`cache.maxEntries\` must be a number from 1, not ${String(cache.maxEntries)}.`,
    )
  }
  if (cache !== undefined && !(cache.ttlMs > 0)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`cache.ttlMs\` must be a number of milliseconds above 0, not ${String(cache.ttlMs)}.`,
    )
  }
  if (approve !== undefined && typeof approve !== 'function' && typeof approve.ask !== 'function') {
    throw new ToolwrightError(
      'OPTION_INVALID',
      '`approve` must be a function, or a channel with an `ask` function.',
    )
  }
  const { secrets = [], isolation, logger, workingDirectory = process.cwd() } = options
  if (!Array.isArray(secrets) || secrets.some((secret) => typeof secret !== 'string' || secret.length < 4)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      '`secrets` must be a list of texts of at least 4 characters; is an environment variable unset?',
    )
  }
  if (isolation !== undefined && !ISOLATION_LEVELS.includes(isolation)) {
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`isolation\` must be one of ${ISOLATION_LEVELS.join(', ')}.`,
    )
  }
  if (logger !== undefined && typeof logger.log !== 'function') {
    throw new ToolwrightError('OPTION_INVALID', '`logger` must have a `log(code, fields)` function.')
  }
  if (typeof workingDirectory !== 'string') {
    throw new ToolwrightError('OPTION_INVALID', '`workingDirectory` must be a path.')
  }
  for (const name of ['paranoid', 'coerce', 'customTools'] as const) {
    if (options[name] === undefined || typeof options[name] === 'boolean') continue
    throw new ToolwrightError(
      'OPTION_INVALID',
      `\`${name}\` must be true or false, not ${String(options[name])}.`,
    )
  }
  const telemetry = openTelemetry()
  return {
    tools,
    tier: options.tier,
    customTools: options.customTools,
    permissions: options.permissions,
    approve,
    rules: options.rules ?? [],
    paranoid: options.paranoid ?? false,
    coerce: options.coerce ?? true,
    cache,
    steps: options.steps ?? [],
    concurrency,
    secrets,
    isolation,
    keywords: options.keywords,
    workingDirectory,
    logger: guardLogger(logger),
    metrics: guardMetrics(options.metrics ?? telemetry.metrics),
    tracer: guardTracer(options.tracer ?? telemetry.tracer),
    clock: options.clock ?? systemClock,
  }
}

const OPTION_NAMES: OptionNames<ToolwrightOptions> = {
  tools: true,
  tier: true,
  customTools: true,
  permissions: true,
  keywords: true,
  isolation: true,
  approve: true,
  rules: true,
  paranoid: true,
  coerce: true,
  cache: true,
  steps: true,
  concurrency: true,
  secrets: true,
  workingDirectory: true,
  logger: true,
  metrics: true,
  tracer: true,
  clock: true,
}
