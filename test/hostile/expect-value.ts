import assert from 'node:assert/strict'
import { defineTool, type ToolContext, type ToolResult, type Tool } from '../../src/index.ts'

/** A well-formed result that JSON can hold, whatever the outcome. */
export function expectResult(result: ToolResult): ToolResult {
  assert.equal(typeof result.ok, 'boolean')
  assert.ok(['succeeded', 'failed', 'pending'].includes(result.status), result.status)
  assert.equal(typeof result.callId, 'string')
  assert.ok(['text', 'json', 'parts'].includes(result.content.type))
  assert.equal(typeof JSON.stringify(result), 'string')
  return result
}

/** The code of a failure; undefined when the call went well. */
export function codeOf(result: ToolResult): string | undefined {
  return result.status === 'failed' ? result.error.code : undefined
}

/** Fails when something hung: hanging is the one outcome that `assert` cannot see. */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A tool that takes any object. */
export function openTool(
  run: (args: Record<string, unknown>, context: ToolContext) => unknown,
  fields: Partial<Pick<Parameters<typeof defineTool>[0], 'name' | 'constraints' | 'dangerLevel'>> = {},
): Tool {
  return defineTool({
    name: 'probe',
    description: 'Takes anything',
    input: { type: 'object', properties: {}, additionalProperties: true },
    ...fields,
    run: (args, context) => run(args as Record<string, unknown>, context),
  })
}
