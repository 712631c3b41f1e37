import { defineTool } from '../../src/author/define-tool.ts'
import type { Constraints } from '../../src/define/constraints.ts'
import type { DangerLevel } from '../../src/define/danger-levels.ts'
import type { ToolContext } from '../../src/define/tool-context.ts'

interface Sample {
  readonly name?: string
  readonly dangerLevel?: DangerLevel
  readonly constraints?: Constraints
  readonly requiredPermissions?: readonly string[]
  readonly resource?: (args: { readonly text: string }) => string
}

/** A tool that takes one text and does what the test says. */
export function textTool(run: (text: string, context: ToolContext) => unknown, sample: Sample = {}) {
  const { name = 'echo', ...rest } = sample
  return defineTool({
    name,
    description: 'Takes a text',
    input: {
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    },
    ...rest,
    run: ({ text }, context) => run(text, context),
  })
}

/** A promise and what settles it. */
export function deferred<Value>() {
  return Promise.withResolvers<Value>()
}

export const call = (text: string, name = 'echo', id = 'call_1') => ({
  id,
  name,
  arguments: JSON.stringify({ text }),
})
