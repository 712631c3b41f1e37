import type { ApprovalChannel } from '../approve/approval-channel.ts'
import { copyArguments } from '../calls/copy-arguments.ts'
import {
  aFlag,
  aFunction,
  aListOf,
  aText,
  checkOptions,
  oneOf,
  type OptionRule,
  type OptionRules,
  withFunctions,
} from '../define/check-options.ts'
import type { Caller } from '../define/tool-context.ts'
import type { Tool } from '../define/tool.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Message } from '../providers/transcript.ts'
import type { TurnOptions } from '../providers/turn.ts'
import type { JsonObject } from '../schema/json-schema.ts'
import type { Toolwright } from '../toolwright.ts'
import type { AgentListener } from './agent-events.ts'
import type { AgentStep } from './agent-outcome.ts'
import { checkMessages } from './check-messages.ts'
import type { Model } from './model.ts'

/** Whether to stop after a step that called tools. */
export type StopCondition = (steps: readonly AgentStep[]) => boolean | Promise<boolean>

/** What a run keeps while it is paused: plain JSON. */
export interface AgentSettings extends Pick<
  TurnOptions,
  'toolChoice' | 'parallel' | 'strict' | 'only' | 'defer' | 'cache'
> {
  /** Goes before the messages of each request; it is not part of the transcript. */
  readonly system?: string | undefined
  /** How many requests the model gets at most. @default 20 */
  readonly maxSteps?: number | undefined
  /** Tokens of one answer. @default the provider's own */
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
  /** Fields of the provider's own, spread into each request last. */
  readonly extra?: JsonObject | undefined
  /** How often the very same call may fail in the same way, step after step. @default 3 */
  readonly maxRepeatedFailures?: number | undefined
  /** Ask for streamed answers. @default true when somebody listens and the model can */
  readonly streaming?: boolean | undefined
  /** Also tell what each delta changes in the arguments. @default false */
  readonly partial?: boolean | undefined
  readonly caller?: Caller | undefined
  readonly conversationId?: string | undefined
  /** Longest one call may run. @default 30000 */
  readonly timeoutMs?: number | undefined
}

/** What cannot be kept, and is given again to `resumeAgent`. */
export interface AgentPorts {
  readonly model: Model
  /** Stop after a step for which one of these says so. */
  readonly stopWhen?: StopCondition | readonly StopCondition[] | undefined
  /** Whom to ask, instead of the channel of createToolwright; `'pause'` ends the run with a state to resume from. */
  readonly approval?: ApprovalChannel | 'pause' | undefined
  /** Whether to wait for a decision or to pause when the channel decides later. @default 'wait' */
  readonly onApproval?: 'wait' | 'return' | undefined
  /** Cancels the run at any point. */
  readonly signal?: AbortSignal | undefined
  readonly onEvent?: AgentListener | undefined
  /** Seals states with HMAC, so that only who holds it can make one. Without it a seal shows accidents only. */
  readonly stateSecret?: string | undefined
}

/** What `runAgent` takes. */
export interface AgentOptions extends AgentSettings, AgentPorts {
  /** The conversation so far; a text is one message of the user. */
  readonly messages: readonly Message[] | string
  /** Either the tools themselves, or … */
  readonly tools?: readonly Tool[] | undefined
  /** … a Toolwright that holds them. */
  readonly toolwright?: Toolwright | undefined
}

export const DEFAULT_MAX_STEPS = 20
export const DEFAULT_MAX_REPEATED_FAILURES = 3

const aCount: OptionRule = [(value) => Number.isInteger(value) && Number(value) >= 1, 'a whole number from 1']
const aNumber: OptionRule = [(value) => typeof value === 'number' && Number.isFinite(value), 'a number']
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const canAsk = withFunctions("a channel with `ask`, or 'pause'", 'ask')
const MIN_SECRET_CHARACTERS = 16

const SETTING_RULES: OptionRules<AgentSettings> = {
  // `prepare` looks closer at those that concern the tools.
  toolChoice: [
    (value) => typeof value === 'string' || isObject(value),
    '`auto`, `none`, `required` or `{ tool: name }`',
  ],
  parallel: aFlag,
  strict: [
    (value) => typeof value === 'boolean' || Array.isArray(value),
    'true, false or a list of tool names',
  ],
  only: aListOf('tool names'),
  defer: aListOf('tool names'),
  cache: aFlag,
  system: aText,
  maxSteps: aCount,
  maxTokens: aCount,
  temperature: aNumber,
  // A paused run keeps it.
  extra: [(value) => isObject(value) && copyArguments(value).ok, 'an object of JSON'],
  maxRepeatedFailures: aCount,
  streaming: aFlag,
  partial: aFlag,
  caller: [isObject, '`{ id, permissions? }`'],
  conversationId: aText,
  timeoutMs: [(value) => typeof value === 'number' && value >= 0, 'a number of milliseconds from 0'],
}

/** The names of the settings, for a state that keeps them. */
export const SETTING_NAMES = Object.keys(SETTING_RULES) as readonly (keyof AgentSettings)[]

export const PORT_RULES: OptionRules<AgentPorts> = {
  model: [
    isModel,
    'a model: `httpModel({ provider, model })`, `clientModel(client, { model })`, or `{ provider, name, generate }`',
  ],
  stopWhen: [
    (value) =>
      typeof value === 'function' ||
      (Array.isArray(value) && value.every((item) => typeof item === 'function')),
    'a function or a list of them',
  ],
  approval: [(value) => value === 'pause' || canAsk[0](value), canAsk[1]],
  onApproval: oneOf(['wait', 'return']),
  signal: [(value) => value instanceof AbortSignal, 'an AbortSignal, such as `controller.signal`'],
  onEvent: aFunction,
  stateSecret: aText,
}

export const aToolwright: OptionRule = withFunctions(
  'what `createToolwright` gives',
  'executeBatch',
  'prepare',
)

const RULES: OptionRules<AgentOptions> = {
  ...SETTING_RULES,
  ...PORT_RULES,
  messages: [
    (value) => typeof value === 'string' || Array.isArray(value),
    'a text, or a list of messages: `{ role, content }`',
  ],
  tools: aListOf('tools, as `defineTool` makes them', isObject),
  toolwright: aToolwright,
}

/** Throws for what is misspelt, missing or cannot be. */
export function checkAgentOptions(owner: string, options: AgentOptions): void {
  checkOptions(owner, options, RULES)
  checkPorts(owner, options)
  if (options.messages === undefined)
    throw refusal(`\`${owner}\` needs \`messages\`: a text, or a list of messages.`)
  if (typeof options.messages !== 'string') checkMessages(owner, options.messages)
  if (options.tools !== undefined && options.toolwright !== undefined) {
    throw refusal(`\`${owner}\` takes \`tools\` or \`toolwright\`, not both.`)
  }
}

export function checkPorts(owner: string, { model, stateSecret }: Partial<AgentPorts>): void {
  if (model === undefined)
    throw refusal(`\`${owner}\` needs a \`model\`, which must be ${PORT_RULES.model[1]}.`)
  // Not by a rule: a rule shows what it was given.
  if (stateSecret !== undefined && stateSecret.length < MIN_SECRET_CHARACTERS) {
    throw refusal(
      `\`stateSecret\` of \`${owner}\` must be a text of at least ${MIN_SECRET_CHARACTERS} characters.`,
    )
  }
}

export function refusal(message: string): ToolwrightError {
  return new ToolwrightError('OPTION_INVALID', message)
}

function isModel(value: unknown): boolean {
  if (!isObject(value)) return false
  const { provider, name, generate } = value as Partial<Model>
  return (
    (typeof provider === 'string' || isObject(provider)) &&
    typeof name === 'string' &&
    typeof generate === 'function'
  )
}
