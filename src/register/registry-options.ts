import { DEFAULT_TIER, type Tier, TIERS } from '../define/tiers.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Logger } from '../observe/logger.ts'
import { guardLogger, guardMetrics } from '../observe/guard-ports.ts'
import type { Metrics } from '../observe/metrics.ts'
import { nearestNames } from '../schema/nearest.ts'

/** How a registry is set up. */
export interface RegistryOptions {
  /** What the deployment may hold. @default 'enterprise' */
  readonly tier?: Tier | undefined
  /** False: only built-in tools can be registered. @default true */
  readonly customTools?: boolean | undefined
  /** Permissions that definitions may require beside the known ones. */
  readonly permissions?: readonly string[] | undefined
  /** Schema keywords that the host has defined; they take a tier with the full schema level. */
  readonly keywords?: readonly string[] | undefined
  /** Names kept for built-in tools, also where the tier hides them. */
  readonly reservedNames?: Iterable<string> | undefined
  readonly clock?: (() => Date) | undefined
  /** Makes the ids of definitions. @default random UUIDs */
  readonly createId?: (() => string) | undefined
  readonly logger?: Logger | undefined
  readonly metrics?: Metrics | undefined
}

/** The options with every default filled in. */
export interface RegistrySettings {
  readonly tier: Tier
  readonly customTools: boolean
  readonly permissions: readonly string[]
  readonly keywords: readonly string[]
  readonly reservedNames: ReadonlySet<string>
  readonly clock: () => Date
  readonly createId: () => string
  readonly logger: Logger | undefined
  readonly metrics: Metrics | undefined
}

const OPTION_NAMES = [
  'tier',
  'customTools',
  'permissions',
  'keywords',
  'reservedNames',
  'clock',
  'createId',
  'logger',
  'metrics',
]

/** Checks the options and fills in the defaults. */
export function readRegistryOptions(options: RegistryOptions): RegistrySettings {
  for (const name of Object.keys(options)) {
    if (OPTION_NAMES.includes(name)) continue
    const [nearest] = nearestNames(name, OPTION_NAMES, 1)
    const hint =
      nearest === undefined ? `Its options: ${OPTION_NAMES.join(', ')}.` : `Did you mean \`${nearest}\`?`
    throw new ToolwrightError('OPTION_INVALID', `\`createRegistry\` has no option \`${name}\`. ${hint}`)
  }
  const {
    tier = DEFAULT_TIER,
    customTools = true,
    permissions = [],
    keywords = [],
    reservedNames = [],
  } = options
  if (!Object.hasOwn(TIERS, tier)) {
    const known = Object.keys(TIERS).join(', ')
    throw new ToolwrightError('OPTION_INVALID', `Unknown tier \`${tier}\`. Choose one of ${known}.`)
  }
  return Object.freeze({
    tier,
    customTools,
    permissions: Object.freeze([...permissions]),
    keywords: Object.freeze([...keywords]),
    reservedNames: new Set(reservedNames),
    clock: options.clock ?? (() => new Date()),
    createId: options.createId ?? (() => crypto.randomUUID()),
    logger: guardLogger(options.logger),
    metrics: guardMetrics(options.metrics),
  })
}
