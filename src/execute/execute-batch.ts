import type { ToolCall } from '../calls/tool-call.ts'
import { validateArguments } from '../calls/validate-arguments.ts'
import { limitsOf } from '../define/limits-of.ts'
import type { Tool } from '../define/tool.ts'
import type { Registry } from '../register/registry.ts'
import type { ToolResult } from '../results/tool-result.ts'
import { canonicalJson } from '../schema/canonical-json.ts'
import type { PolicySubject } from './call-policy.ts'
import { createBatchOrder, type Effect } from './batch-order.ts'
import type { ArgumentReading } from './argument-reading.ts'

/** How a batch reaches the tools. */
export interface BatchParts {
  readonly registry: Registry
  execute(call: ToolCall): Promise<ToolResult>
  /** Records a call that an equal one answers. */
  recordAnswer(call: ToolCall, answer: Promise<ToolResult>): Promise<ToolResult>
  /** Whether somebody would be asked about the call: one approval never stands for two. */
  asksSomebody(subject: PolicySubject): boolean
  /** As in `execute`. */
  readonly readingOf: ArgumentReading
  /** How many calls run at once. */
  readonly concurrency: number
}

/**
 * Runs the calls of one turn. Results come back in the order of the calls, and one failure loses none of the others.
 * Calls without side effects run together, equal ones once; a call with side effects keeps its place in the order.
 */
export async function executeBatch(
  calls: readonly ToolCall[],
  parts: BatchParts,
): Promise<readonly ToolResult[]> {
  const order = createBatchOrder()
  const enter = limitConcurrency(parts.concurrency)
  const running = calls.map((call) => {
    const effect = effectOf(call, parts)
    // A call that will be refused touches nothing: it neither waits nor holds anybody up.
    if (effect === undefined) return enter(() => parts.execute(call))
    const twin = order.twinOf(effect)
    if (twin !== undefined)
      return parts.recordAnswer(
        call,
        twin.then((result) => answerFor(call, result)),
      )
    const result = Promise.all(order.predecessorsOf(effect)).then(() => enter(() => parts.execute(call)))
    order.add(effect, result)
    return result
  })
  return Promise.all(running)
}

function effectOf(call: ToolCall, parts: BatchParts): Effect | undefined {
  const tool = parts.registry.get(call.name)
  if (tool === undefined) return undefined
  const { definition } = tool
  const checked = validateArguments(definition, call.arguments, parts.readingOf(call, definition))
  if (!checked.ok) return undefined
  const sideEffects = limitsOf(definition).allowSideEffects
  const mergeable = !sideEffects && !parts.asksSomebody({ call, tool, arguments: checked.value })
  return {
    sideEffects,
    resource: resourceOf(tool, checked.value),
    mergeKey: mergeable ? canonicalJson([call.name, checked.value]) : undefined,
  }
}

/** The author's function sees arguments that fit the schema; if it throws, the call may touch anything. */
function resourceOf(tool: Tool, args: unknown): string | undefined {
  try {
    const resource = tool.resourceOf?.(args)
    return typeof resource === 'string' ? resource : undefined
  } catch {
    return undefined
  }
}

function answerFor(call: ToolCall, result: ToolResult): ToolResult {
  const note = { kind: 'merged', path: '', message: `same call as ${result.callId}; it ran once` } as const
  const { echo: _, ...rest } = result
  return {
    ...rest,
    content: structuredClone(result.content),
    callId: call.id,
    notes: [...result.notes, note],
    ...(call.echo === undefined ? {} : { echo: call.echo }),
  }
}

/** At most `limit` pieces of work at once; the rest wait in line. */
function limitConcurrency(limit: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let active = 0
  return async (work) => {
    if (active < limit) active++
    else await new Promise<void>((resolve) => waiting.push(resolve)) // whoever wakes it hands over its own place
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) active--
      else next()
    }
  }
}
