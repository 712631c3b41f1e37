import {
  aFlag,
  aFunction,
  aListOf,
  checkOptions,
  oneOf,
  type OptionRules,
  withFunctions,
} from '../define/check-options.ts'
import { DEFAULT_TIER, type Tier, TIERS } from '../define/tiers.ts'
import type { Logger } from '../observe/logger.ts'
import { guardLogger, guardMetrics } from '../observe/guard-ports.ts'
import type { Metrics } from '../observe/metrics.ts'

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

const isText = (value: unknown): boolean => typeof value === 'string'

const RULES: OptionRules<RegistryOptions> = {
  tier: oneOf(Object.keys(TIERS)),
  customTools: aFlag,
  permissions: aListOf('texts', isText),
  keywords: aListOf('texts', isText),
  reservedNames: [
    (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
    'a list of names',
  ],
  clock: aFunction,
  createId: aFunction,
  logger: withFunctions('an object with `log(code, fields)`', 'log'),
  metrics: withFunctions('an object with `record`', 'record'),
}

/** Checks the options and fills in the defaults. */
export function readRegistryOptions(options: RegistryOptions): RegistrySettings {
  checkOptions('createRegistry', options, RULES)
  const {
    tier = DEFAULT_TIER,
    customTools = true,
    permissions = [],
    keywords = [],
    reservedNames = [],
  } = options
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
