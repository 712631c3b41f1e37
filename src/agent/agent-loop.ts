import { ToolwrightError } from '../errors/toolwright-error.ts'
import type { Decoded, TokenUsage } from '../providers/decoded.ts'
import type { Message } from '../providers/transcript.ts'
import type { TurnWarning } from '../providers/turn.ts'
import type { Toolwright } from '../toolwright.ts'
import { guardListener } from './agent-events.ts'
import {
  type AgentPorts,
  type AgentSettings,
  DEFAULT_MAX_REPEATED_FAILURES,
  DEFAULT_MAX_STEPS,
} from './agent-options.ts'
import { addUsage, type AgentOutcome, type AgentReason, type AgentStep } from './agent-outcome.ts'
import { createState } from './agent-state.ts'
import { askModel } from './ask-model.ts'
import { createLoopBreaker, type FailureCounts } from './loop-breaker.ts'
import { type CallsEnd, runCalls } from './run-calls.ts'
import { turnOptions } from './turn-options.ts'

/** Where a run starts: at its beginning, or at the step that was paused. */
export interface LoopStart {
  readonly messages: readonly Message[]
  readonly usage: TokenUsage
  readonly failures: FailureCounts
  /** How many steps are over. */
  readonly stepsDone: number
  /** A step whose calls are answered now. */
  readonly paused?: { readonly step: AgentStep; readonly end: CallsEnd }
}

/** How the loop goes on after a step: with the next, or not at all. */
type StepEnd = { readonly end: AgentOutcome } | undefined

const NEVER_ABORTED = new AbortController().signal
const CALL_AGAIN =
  'Your last answer tried to call a tool in a form that could not be read. Call the tool again, with its exact name and one JSON object of arguments.'

/** Model and tools in turn, until there is a reason to end. What a model, tool or provider does never rejects. */
export async function runLoop(
  toolwright: Toolwright,
  settings: AgentSettings,
  ports: AgentPorts,
  start: LoopStart,
): Promise<AgentOutcome> {
  const { model, signal = NEVER_ABORTED } = ports
  const emit = guardListener(ports.onEvent)
  const maxSteps = settings.maxSteps ?? DEFAULT_MAX_STEPS
  const streaming = model.stream !== undefined && (settings.streaming ?? ports.onEvent !== undefined)
  const breaker = createLoopBreaker(
    settings.maxRepeatedFailures ?? DEFAULT_MAX_REPEATED_FAILURES,
    start.failures,
  )
  const messages: Message[] = [...start.messages]
  const steps: AgentStep[] = []
  let { usage } = start
  let warned: readonly TurnWarning[] = []
  let wasInvalid = false
  let hasCalled = start.stepsDone > 0

  function conclude(
    status: 'finished' | 'stopped' | 'cancelled',
    reason: AgentReason,
  ): { readonly end: AgentOutcome } {
    return { end: { status, ...common(reason) } }
  }

  function fail(error: ToolwrightError): { readonly end: AgentOutcome } {
    return { end: { status: 'failed', ...common('provider-error'), error } }
  }

  function common(reason: AgentReason) {
    return { reason, text: steps.at(-1)?.text ?? '', messages, steps, usage }
  }

  async function takeStep(number: number): Promise<StepEnd> {
    const turn = toolwright.prepare(model.provider, turnOptions(settings, hasCalled))
    emit({ type: 'step-start', step: number, provider: turn.provider, model: model.name })
    if (turn.warnings !== warned)
      for (const warning of turn.warnings) emit({ type: 'warning', step: number, warning })
    warned = turn.warnings
    const { system, maxTokens, temperature, extra, partial = false } = settings
    const body = turn.encodeRequest({
      model: model.name,
      messages: system === undefined ? messages : [{ role: 'system', content: system }, ...messages],
      stream: streaming,
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(extra === undefined ? {} : { extra }),
    })
    const answer = await askModel({ model, turn, body, streaming, partial, signal, step: number, emit })
    if (answer.status === 'cancelled') return conclude('cancelled', 'cancelled')
    if (answer.status === 'failed') {
      usage = addUsage(usage, answer.usage ?? {})
      return fail(answer.error)
    }
    const { decoded } = answer
    usage = addUsage(usage, decoded.usage ?? {})
    const step = stepOf(number, decoded)
    const { calls } = decoded
    if (decoded.finish === 'blocked' || decoded.finish === 'invalid_call') {
      if (decoded.text !== '') messages.push({ role: 'assistant', content: decoded.text })
    } else messages.push(assistantMessage(decoded, turn.provider))
    if (calls.length === 0) {
      finishStep(step)
      return afterAnswer(decoded)
    }
    hasCalled = true
    const callable = decoded.finish !== 'blocked' && decoded.finish !== 'invalid_call'
    if (!callable) {
      finishStep({ ...step, calls: [] })
      return afterAnswer(decoded)
    }
    const { approval, onApproval } = ports
    const end = await runCalls(calls, {
      toolwright,
      settings,
      approval,
      onApproval,
      signal,
      step: number,
      emit,
    })
    return afterCalls(step, end)
  }

  async function afterCalls(step: AgentStep, calls: CallsEnd): Promise<StepEnd> {
    if (calls.results.some(({ status }) => status === 'pending')) {
      const content = { messages, step, usage, failures: breaker.counts(), settings }
      const state = createState(content, calls, ports.stateSecret)
      return { end: { status: 'paused', ...common('approval'), text: step.text, state } }
    }
    const { results, broken } = breaker.review(step.calls, calls.results)
    messages.push({ role: 'tool', results })
    finishStep({ ...step, results })
    wasInvalid = false
    if (signal.aborted) return conclude('cancelled', 'cancelled')
    if (broken) return conclude('stopped', 'repeated-failures')
    const conditions = ports.stopWhen === undefined ? [] : [ports.stopWhen].flat()
    for (const condition of conditions)
      if (await condition(steps)) return conclude('stopped', 'stop-condition')
    return undefined
  }

  function afterAnswer({ finish }: Decoded): StepEnd {
    switch (finish) {
      case 'continue':
        return undefined
      case 'invalid_call':
        if (wasInvalid) {
          return fail(
            new ToolwrightError(
              'CALL_INVALID',
              'The model called a tool in an unreadable form, twice in a row.',
            ),
          )
        }
        wasInvalid = true
        messages.push({ role: 'user', content: CALL_AGAIN })
        return undefined
      case 'length':
      case 'blocked':
        return conclude('stopped', finish)
      default:
        return conclude('finished', 'answered')
    }
  }

  function finishStep(step: AgentStep): void {
    steps.push(step)
    emit({ type: 'step-end', step: step.number, finish: step.finish, usage: step.usage })
  }

  async function loop(): Promise<AgentOutcome> {
    const { paused } = start
    const resumed = paused === undefined ? undefined : await afterCalls(paused.step, paused.end)
    if (resumed !== undefined) return resumed.end
    for (let number = start.stepsDone + 1; number <= maxSteps; number++) {
      if (signal.aborted) return conclude('cancelled', 'cancelled').end
      const ended = await takeStep(number)
      if (ended !== undefined) return ended.end
    }
    return conclude('stopped', 'step-limit').end
  }

  const outcome = await loop()
  emit({ type: 'finish', status: outcome.status, reason: outcome.reason })
  return outcome
}

function stepOf(number: number, { text, reasoning, finish, usage = {}, calls }: Decoded): AgentStep {
  return { number, text, reasoning, finish, usage, calls, results: [] }
}

function assistantMessage({ text, calls, messages }: Decoded, provider: string): Message {
  return {
    role: 'assistant',
    content: text,
    ...(calls.length === 0
      ? {}
      : {
          calls: calls.map(({ id, name, arguments: args, echo }) => ({
            id,
            name,
            arguments: args,
            ...(echo === undefined ? {} : { echo }),
          })),
        }),
    ...(messages.length === 0 ? {} : { echo: { provider, messages } }),
  }
}
