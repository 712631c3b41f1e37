import assert from 'node:assert/strict'
import type { Tool } from '../../src/define/tool.ts'
import type { ToolContext } from '../../src/define/tool-context.ts'

/** Runs the function of a tool as a call would, and gives what it returned. */
export async function runTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<{
  readonly type: string
  readonly text: string
  readonly message: string
  readonly retryable: boolean
  readonly details: unknown
}> {
  const { implementation, definition } = tool
  assert.ok(implementation.kind === 'closure')
  const context: ToolContext = {
    callId: 'c1',
    toolName: definition.name,
    signal,
    caller: undefined,
    conversationId: undefined,
    channelId: undefined,
    workingDirectory: '/',
    environment: {},
    captureStderr: true,
    progress: () => undefined,
    partial: () => undefined,
    log: () => undefined,
  }
  return (await implementation.run(args, context)) as never
}
