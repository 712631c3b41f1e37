// The composition root: wires the stations. It holds no rules of its own.
import { callbackChannel } from './approve/callback-channel.ts'
import { compileRules } from './approve/compile-rule.ts'
import { createRememberedDecisions } from './approve/remembered-decisions.ts'
import type { Policy, Rule } from './approve/rule.ts'
import { createFailureMemory } from './calls/failure-memory.ts'
import type { ToolCall } from './calls/tool-call.ts'
import { messageOf } from './errors/from-unknown.ts'
import { createRedactor } from './errors/redact.ts'
import { ToolwrightError } from './errors/toolwright-error.ts'
import { argumentReading } from './execute/argument-reading.ts'
import { callContextFactory, type ExecuteOptions } from './execute/call-context.ts'
import { CALL_EVENTS, type CallEvents } from './execute/call-events.ts'
import { createCallObserver } from './execute/call-observer.ts'
import { createCallPolicy } from './execute/call-policy.ts'
import { createDeadlines } from './execute/deadlines.ts'
import { executeBatch } from './execute/execute-batch.ts'
import { createCallExecutor } from './execute/execute-call.ts'
import { readCallShape } from './execute/read-call-shape.ts'
import { createIsolatedRunner } from './execute/isolated/run-isolated.ts'
import { createResultCache } from './execute/result-cache.ts'
import { createEmitter, type Emitter } from './observe/event-emitter.ts'
import type { ProviderFormat } from './providers/provider-format.ts'
import type { Turn, TurnOptions } from './providers/turn.ts'
import { createRegistry, type Registry } from './register/registry.ts'
import type { ToolResult } from './results/tool-result.ts'
import type { HostCount } from './sandbox/proxy/host-counters.ts'
import { showValue } from './schema/show-value.ts'
import { selectBuiltins } from './tools/select-builtins.ts'
import { createIsolation } from './isolation.ts'
import { createTurns } from './turns.ts'
import { readToolwrightOptions, type ToolwrightOptions } from './toolwright-options.ts'

/** The tools of one program, ready to be called. */
export interface Toolwright {
  readonly registry: Registry
  /** Runs one call. A result, whatever a model sends; only a wrong option, the developer's mistake, rejects. */
  execute(call: ToolCall, options?: ExecuteOptions): Promise<ToolResult>
  /** Runs the calls of one turn, together where that is safe; results in the order of the calls. */
  executeBatch(calls: readonly ToolCall[], options?: ExecuteOptions): Promise<readonly ToolResult[]>
  /**
   * The enabled tools as a provider takes them, and the way back for its answer. Everything belongs to one moment of
   * the registry; while nothing changes, the same turn is given again.
   */
  prepare(provider: string | ProviderFormat, options?: TurnOptions): Turn
  /** Subscribes to what happens to calls; the returned function ends the subscription. */
  readonly on: Emitter<CallEvents>['on']
  /** Subscribes for the next such event only. */
  readonly once: Emitter<CallEvents>['once']
  /** Replaces the rules of approval, for every call from now on. */
  setRules(rules: readonly Rule[] | Policy): void
  /** What isolated tools did with the hosts they may reach, by `host:port`: connections, bytes, refusals. */
  hostCounts(): readonly HostCount[]
  /** Ends what isolated tools left running: their warm workers. Calls after it start new ones. */
  close(): Promise<void>
  /** Drops the "always allow" answers of a conversation. */
  forgetApprovals(conversationId: string): void
}

/** Makes a Toolwright: a registry with the given tools, and everything that a call to them needs. */
export function createToolwright(options: ToolwrightOptions = {}): Toolwright {
  const settings = readToolwrightOptions(options)
  const { clock, logger, metrics, tracer } = settings
  const isolation = createIsolation(settings.roots, settings.sandbox)
  // Commands are what the operator's list is for; other tools name what they need of it.
  const builtins = selectBuiltins({ ...settings, commandAllow: isolation.settings.allow })
  const registry = createRegistry({
    tier: settings.tier,
    customTools: settings.customTools,
    permissions: settings.permissions,
    keywords: settings.keywords,
    reservedNames: builtins.reservedNames,
    logger,
    metrics,
    clock: () => new Date(clock.isoTime()),
  })
  registry.registerAll(builtins.tools, { builtin: true })
  registry.registerAll(settings.tools)
  const events = createEmitter<CallEvents>({
    owner: 'Toolwright',
    names: CALL_EVENTS,
    onError: (thrown, event) => logger?.log('TLS-OBS-001', { event, message: messageOf(thrown) }),
  })
  const observer = createCallObserver(events, clock, settings.secrets)
  const remembered = createRememberedDecisions()
  let rules = compileRules(settings.rules)
  const readingOf = argumentReading(settings.coerce)
  const policy = createCallPolicy({ paranoid: settings.paranoid, rules: () => rules, remembered })
  const executor = createCallExecutor({
    registry,
    observer,
    clock,
    metrics,
    tracer,
    policy,
    deadlines: createDeadlines(clock),
    redactor: createRedactor(settings.secrets),
    secrets: settings.secrets,
    findTool: registry.get,
    failures: createFailureMemory(),
    readingOf,
    cache: settings.cache === undefined ? undefined : createResultCache(settings.cache, clock),
    addedSteps: settings.steps,
    runIsolated: createIsolatedRunner(isolation.settings),
  })
  const { approve } = settings
  const contextFor = callContextFactory({
    workingDirectory: settings.workingDirectory,
    isolation: settings.isolation,
    logger,
    approval: typeof approve === 'function' ? callbackChannel(approve) : approve,
  })

  function execute(call: ToolCall, callOptions?: ExecuteOptions): Promise<ToolResult> {
    try {
      return executor.execute(readCallShape(call), contextFor(callOptions))
    } catch (thrown) {
      return Promise.reject(thrown) // a misspelt option: the developer's mistake, not the model's
    }
  }

  return Object.freeze({
    registry,
    execute,
    async executeBatch(calls: readonly ToolCall[], callOptions?: ExecuteOptions) {
      if (!Array.isArray(calls)) {
        throw new ToolwrightError(
          'OPTION_INVALID',
          `\`executeBatch\` takes a list of calls, not ${showValue(calls)}.`,
        )
      }
      const context = contextFor(callOptions)
      return executeBatch(calls.map(readCallShape), {
        registry,
        concurrency: settings.concurrency,
        readingOf,
        execute: (call) => executor.execute(call, context),
        recordAnswer: (call, answer) => executor.recordAnswer(call, context, answer),
        asksSomebody: (subject) => policy.decide(subject, context).action !== 'run',
      })
    },
    prepare: createTurns(() => registry.snapshot()),
    on: events.on,
    once: events.once,
    setRules(replacement: readonly Rule[] | Policy) {
      rules = compileRules(replacement)
    },
    hostCounts: isolation.hostCounts,
    close: isolation.close,
    forgetApprovals: remembered.forget,
  })
}
