import { implement } from '../author/implement.ts'
import { createFailureMemory } from '../calls/failure-memory.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ToolDefinition } from '../define/tool-definition.ts'
import type { RunOutput } from '../define/tool.ts'
import { createRedactor } from '../errors/redact.ts'
import { createEmitter } from '../observe/event-emitter.ts'
import type { ToolResult } from '../results/tool-result.ts'
import { argumentReading } from './argument-reading.ts'
import { callContextFactory, type ExecuteOptions } from './call-context.ts'
import type { CallEvents } from './call-events.ts'
import { assignTool, startCall } from './call-in-progress.ts'
import { createCallObserver } from './call-observer.ts'
import { chainSteps } from './chain-steps.ts'
import { systemClock } from './clock.ts'
import { createDeadlines } from './deadlines.ts'
import { cancelStep } from './steps/cancel.ts'
import { parseArgumentsStep } from './steps/parse-arguments.ts'
import { checkArgumentsStep } from './steps/check-arguments.ts'
import { checkResultStep } from './steps/check-result.ts'
import { recordStep } from './steps/record.ts'
import { runStep } from './steps/run.ts'
import { truncateStep } from './steps/truncate.ts'

/** A function that never throws: arguments in (an object or JSON text), a result out. */
export type SafeFunction = (args: unknown, options?: ExecuteOptions) => Promise<ToolResult>

/**
 * Wraps any function: arguments are checked, the time limit holds, the result is checked and cut to size, and what
 * goes wrong is a result. No registry, permission or approval is involved.
 */
export function safeTool(
  run: (args: Record<string, unknown>, context: ToolContext) => RunOutput<unknown>,
  definition: ToolDefinition,
): SafeFunction {
  const tool = implement(definition, run)
  const observer = createCallObserver(createEmitter<CallEvents>(), systemClock)
  const redactor = createRedactor()
  const checking = {
    readingOf: argumentReading(true),
    failures: createFailureMemory(),
    secrets: [],
  }
  const execute = chainSteps([
    recordStep({
      observer,
      redactor,
      metrics: undefined,
      tracer: undefined,
      findTool: () => tool,
    }),
    cancelStep(systemClock),
    parseArgumentsStep(checking),
    checkArgumentsStep(checking),
    truncateStep(observer),
    checkResultStep(redactor),
    runStep({ clock: systemClock, deadlines: createDeadlines(systemClock), observer, redactor }),
  ])
  const contextFor = callContextFactory({
    workingDirectory: process.cwd(),
    approval: undefined,
    isolation: undefined,
    logger: undefined,
  })
  return async (args, options) => {
    const call = startCall({ id: crypto.randomUUID(), name: tool.definition.name, arguments: args })
    assignTool(call, tool)
    return execute(call, contextFor(options))
  }
}
