import type { ApprovalChannel } from '../approve/approval-channel.ts'
import { ISOLATION_LEVELS, type Isolation, strongestIsolation } from '../define/isolation.ts'
import type { Caller, ProgressUpdate } from '../define/tool-context.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { type OptionNames, refuseUnknownOptions } from '../define/option-names.ts'
import { guardLogger } from '../observe/guard-ports.ts'
import type { Logger } from '../observe/logger.ts'
import type { JsonValue } from '../schema/json-schema.ts'
import { showValue } from '../schema/show-value.ts'

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
  if (typeof options !== 'object') refuseCallForm()
  refuseUnknownOptions('execute', options, OPTION_NAMES)
  const { timeoutMs = DEFAULT_TIMEOUT_MS, isolation, caller, onApproval = 'wait' } = options
  if (typeof timeoutMs !== 'number' || !(timeoutMs >= 0))
    refuseOption('timeoutMs', timeoutMs, 'a number of milliseconds from 0')
  const { signal, approval } = options
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    refuseOption('signal', signal, 'an AbortSignal, such as `controller.signal`')
  }
  if (approval !== undefined && typeof approval.ask !== 'function') {
    refuseOption('approval', approval, 'a channel; wrap a function: `callbackChannel(fn)`')
  }
  if (isolation !== undefined && !ISOLATION_LEVELS.includes(isolation)) {
    refuseOption('isolation', isolation, `one of ${ISOLATION_LEVELS.join(', ')}`)
  }
  if (onApproval !== 'wait' && onApproval !== 'return')
    refuseOption('onApproval', onApproval, 'wait or return')
  if (caller !== undefined && !isCaller(caller)) {
    refuseOption('caller', caller, '`{ id, permissions? }`, an id and a list of permissions')
  }
  return {
    timeoutMs,
    signal,
    caller,
    conversationId: options.conversationId,
    channelId: options.channelId,
    workingDirectory: options.workingDirectory ?? defaults.workingDirectory,
    environment: options.environment ?? NO_ENVIRONMENT,
    captureStderr: options.captureStderr ?? true,
    requireConfirmation: options.requireConfirmation ?? false,
    approval: approval ?? defaults.approval,
    onApproval,
    isolation:
      defaults.isolation === undefined ? isolation : strongestIsolation(defaults.isolation, isolation),
    logger: options.logger === undefined ? defaults.logger : guardLogger(options.logger),
    onProgress: options.onProgress,
    onPartial: options.onPartial,
  }
}

function isCaller(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, permissions } = value as { readonly id?: unknown; readonly permissions?: unknown }
  return typeof id === 'string' && (permissions === undefined || Array.isArray(permissions))
}

function refuseCallForm(): never {
  throw new ToolwrightError(
    'OPTION_INVALID',
    '`execute` takes a call, `{ id, name, arguments }`, and an object of options.',
  )
}

function refuseOption(name: keyof ExecuteOptions, value: unknown, expected: string): never {
  throw new ToolwrightError(
    'OPTION_INVALID',
    `\`${name}\` of \`execute\`: expected ${expected}, received ${showValue(value)}.`,
  )
}

const OPTION_NAMES: OptionNames<ExecuteOptions> = {
  timeoutMs: true,
  signal: true,
  caller: true,
  conversationId: true,
  channelId: true,
  workingDirectory: true,
  environment: true,
  captureStderr: true,
  requireConfirmation: true,
  approval: true,
  onApproval: true,
  isolation: true,
  logger: true,
  onProgress: true,
  onPartial: true,
}
