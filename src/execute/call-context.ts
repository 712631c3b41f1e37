import type { ApprovalChannel, ApprovalRequest } from '../approve/approval-channel.ts'
import { ISOLATION_LEVELS, type Isolation, strongestIsolation } from '../define/isolation.ts'
import type { Caller, ProgressUpdate } from '../define/tool-context.ts'
import {
  aFlag,
  aFunction,
  anObject,
  aText,
  checkOptions,
  oneOf,
  type OptionRules,
  withFunctions,
} from '../define/check-options.ts'
import { guardLogger } from '../observe/guard-ports.ts'
import type { Logger } from '../observe/logger.ts'
import type { JsonValue } from '../schema/json-schema.ts'

/** What a caller may say of one call; everything has a default. */
export interface ExecuteOptions {
  /** Longest the tool may run, never past its own maximum. The clock starts after approval. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** Cancels the call at any stage. */
  readonly signal?: AbortSignal | undefined
  /** Who calls. Without one the host program itself calls, and holds every permission. */
  readonly caller?: Caller | undefined
  readonly conversationId?: string | undefined
  readonly channelId?: string | undefined
  /** @default the working directory of createToolwright */
  readonly workingDirectory?: string | undefined
  /** @default empty */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** False discards what the tool writes to standard error. @default true */
  readonly captureStderr?: boolean | undefined
  /** Ask before this call, whatever the tool says. @default false */
  readonly requireConfirmation?: boolean | undefined
  /** Whom to ask for this call, instead of the channel of createToolwright. */
  readonly approval?: ApprovalChannel | undefined
  /** Whether to wait for a decision or to answer `pending` when the channel decides later. @default 'wait' */
  readonly onApproval?: 'wait' | 'return' | undefined
  /** Hears each question about this call, whichever channel is asked. */
  readonly onApprovalRequest?: ((request: ApprovalRequest) => void) | undefined
  /** Raises the isolation of the tool; it is never lowered. */
  readonly isolation?: Isolation | undefined
  /** Where this call is logged, instead of the logger of createToolwright. */
  readonly logger?: Logger | undefined
  readonly onProgress?: ((update: ProgressUpdate) => void) | undefined
  /** Pieces of the output, as the tool gives them. */
  readonly onPartial?: ((piece: JsonValue) => void) | undefined
}

/** The options with their defaults: what the steps read. */
export interface CallContext {
  readonly timeoutMs: number
  /** Whether the caller said nothing: a tool may then set its own limit. */
  readonly isDefaultTimeout: boolean
  readonly signal: AbortSignal | undefined
  readonly caller: Caller | undefined
  readonly conversationId: string | undefined
  readonly channelId: string | undefined
  readonly workingDirectory: string
  readonly environment: Readonly<Record<string, string>>
  readonly captureStderr: boolean
  readonly requireConfirmation: boolean
  readonly approval: ApprovalChannel | undefined
  readonly onApproval: 'wait' | 'return'
  readonly onApprovalRequest: ((request: ApprovalRequest) => void) | undefined
  readonly isolation: Isolation | undefined
  readonly logger: Logger | undefined
  readonly onProgress: ((update: ProgressUpdate) => void) | undefined
  readonly onPartial: ((piece: JsonValue) => void) | undefined
}

const DEFAULT_TIMEOUT_MS = 30_000
const NO_ENVIRONMENT: Readonly<Record<string, string>> = Object.freeze({})

/** What a deployment gives every call. */
export interface ContextDefaults {
  readonly workingDirectory: string
  readonly approval: ApprovalChannel | undefined
  readonly isolation: Isolation | undefined
  readonly logger: Logger | undefined
}

/** Fills in the defaults, once for every call that says nothing; an explicit `undefined` counts as absent. */
export function callContextFactory(defaults: ContextDefaults): (options?: ExecuteOptions) => CallContext {
  const plain = createCallContext(defaults, {})
  return (options) =>
    options === undefined || options === null ? plain : createCallContext(defaults, options)
}

function createCallContext(defaults: ContextDefaults, options: ExecuteOptions): CallContext {
  checkOptions('execute', options, EXECUTE_OPTION_RULES)
  const { isolation, logger } = options
  return {
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    isDefaultTimeout: options.timeoutMs === undefined,
    signal: options.signal,
    caller: options.caller,
    conversationId: options.conversationId,
    channelId: options.channelId,
    workingDirectory: options.workingDirectory ?? defaults.workingDirectory,
    environment: options.environment ?? NO_ENVIRONMENT,
    captureStderr: options.captureStderr ?? true,
    requireConfirmation: options.requireConfirmation ?? false,
    approval: options.approval ?? defaults.approval,
    onApproval: options.onApproval ?? 'wait',
    onApprovalRequest: options.onApprovalRequest,
    isolation:
      defaults.isolation === undefined ? isolation : strongestIsolation(defaults.isolation, isolation),
    logger: logger === undefined ? defaults.logger : guardLogger(logger),
    onProgress: options.onProgress,
    onPartial: options.onPartial,
  }
}

export const EXECUTE_OPTION_RULES: OptionRules<ExecuteOptions> = {
  timeoutMs: [(value) => typeof value === 'number' && value >= 0, 'a number of milliseconds from 0'],
  signal: [(value) => value instanceof AbortSignal, 'an AbortSignal, such as `controller.signal`'],
  caller: [isCaller, '`{ id, permissions? }`, an id and a list of permissions'],
  conversationId: aText,
  channelId: aText,
  workingDirectory: aText,
  environment: anObject,
  captureStderr: aFlag,
  requireConfirmation: aFlag,
  approval: withFunctions('a channel; wrap a function: `callbackChannel(fn)`', 'ask'),
  onApproval: oneOf(['wait', 'return']),
  onApprovalRequest: aFunction,
  isolation: oneOf(ISOLATION_LEVELS),
  logger: withFunctions('an object with `log(code, fields)`', 'log'),
  onProgress: aFunction,
  onPartial: aFunction,
}

function isCaller(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, permissions } = value as { readonly id?: unknown; readonly permissions?: unknown }
  return typeof id === 'string' && (permissions === undefined || Array.isArray(permissions))
}
