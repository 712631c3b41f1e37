import assert from 'node:assert/strict'
import type { ExecuteOptions } from '../../src/execute/call-context.ts'
import type { ImportedTools } from '../../src/interop/import-tools.ts'
import type { ToolResult } from '../../src/results/tool-result.ts'
import { createToolwright } from '../../src/toolwright.ts'

/** Calls the only tool that was taken over, with everything that any call meets. */
export async function runImported(
  { tools, problems }: ImportedTools,
  args: unknown = {},
  options: ExecuteOptions = {},
): Promise<ToolResult> {
  assert.deepEqual(problems, [])
  assert.equal(tools.length, 1)
  const toolwright = createToolwright({ tools: [...tools], approve: () => 'approve' })
  const name = tools[0]?.definition.name ?? ''
  return toolwright.execute({ id: 'call_1', name, arguments: args }, options)
}

/** What came of it in one word or text: the content, or the code and words of the failure. */
export function outcomeOf(result: ToolResult): unknown {
  return result.status === 'failed' ? [result.error.code, result.error.message] : result.content
}
