// Our tools inside the frameworks of others, and theirs as ours. Comes in: a Toolwright, or tools of a framework. Goes
// out: what that framework takes, or our tools. Never here: rules of our own; a call goes through `execute` as any other.
import { randomUUID } from 'node:crypto'
import type { ToolDefinition } from '../define/tool-definition.ts'
import { anObject, aListOf, checkOptions, type OptionRules } from '../define/check-options.ts'
import { ToolwrightError } from '../errors/toolwright-error.ts'
import { EXECUTE_OPTION_RULES, type ExecuteOptions } from '../execute/call-context.ts'
import type { ToolResult } from '../results/tool-result.ts'
import type { Toolwright } from '../toolwright.ts'

/** What a bridge needs of a Toolwright. */
export type BridgeHost = Pick<Toolwright, 'registry' | 'execute'>

/** What may be said of tools that go to another framework. */
export interface BridgeOptions {
  /** Give these tools only, by name. @default all that are enabled */
  readonly only?: readonly string[] | undefined
  /** Who calls, in which conversation, how long at most. The framework gives signal and id; it waits for approval. */
  readonly execute?: Omit<ExecuteOptions, 'signal' | 'onApproval'> | undefined
}

const RULES: OptionRules<BridgeOptions> = {
  only: aListOf('names of tools', (name) => typeof name === 'string'),
  execute: anObject,
}

// Said now, and not by every call to a model that cannot mend it.
const { signal: _signal, onApproval: _onApproval, ...EXECUTE_RULES } = EXECUTE_OPTION_RULES

/** The definitions that a bridge gives away; a name that nobody has registered is the developer's mistake. */
export function offeredTools(
  owner: string,
  { registry }: BridgeHost,
  options: BridgeOptions,
): readonly ToolDefinition[] {
  checkOptions(owner, options, RULES)
  const { execute = {} } = options
  checkOptions(`the option \`execute\` of ${owner}`, execute, EXECUTE_RULES)
  const definitions = registry.enabled().map(({ definition }) => definition)
  const { only } = options
  if (only === undefined) return definitions
  const missing = only.find((name) => !registry.has(name))
  if (missing !== undefined) {
    const message = `\`only\` of \`${owner}\` names \`${missing}\`, which is not registered. Register it, or mend the name.`
    throw new ToolwrightError('OPTION_INVALID', message)
  }
  const chosen = new Set(only)
  return definitions.filter(({ name }) => chosen.has(name))
}

/** A call as a framework makes it: anything may be missing. */
interface FrameworkCall {
  readonly name: string
  readonly args: unknown
  readonly id?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Runs a call of a framework with everything that any call meets: checks, approval, limits. */
export function runCall(host: BridgeHost, options: BridgeOptions, call: FrameworkCall): Promise<ToolResult> {
  const { name, args, id, signal } = call
  const callId = id === undefined || id === '' ? randomUUID() : id
  // Frameworks cannot take up a call later, so that the call itself waits for whoever decides.
  const settings: ExecuteOptions = { ...options.execute, signal, onApproval: 'wait' }
  return host.execute({ id: callId, name, arguments: args }, settings)
}
