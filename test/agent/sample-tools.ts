import { defineTool } from '../../src/author/define-tool.ts'
import type { DangerLevel } from '../../src/define/danger-levels.ts'
import type { ToolContext } from '../../src/define/tool-context.ts'
import { toolError } from '../../src/results/content.ts'

/** Tells of the tide, and keeps which ports it was asked about. */
export function tideTool() {
  const ports: string[] = []
  const tool = defineTool({
    name: 'get_tide',
    description: 'Height of the tide at a port',
    input: {
      type: 'object',
      properties: { port: { type: 'string' } },
      required: ['port'],
      additionalProperties: false,
    },
    constraints: { allowSideEffects: false },
    run({ port }) {
      ports.push(port)
      return port === 'Atlantis' ? toolError('there is no such port') : `3.2 m at ${port}`
    },
  })
  return { tool, ports }
}

interface Sample {
  readonly name?: string
  readonly dangerLevel?: DangerLevel
  readonly description?: string
  run?(path: string, context: ToolContext): unknown
}

/** Deletes nothing, but somebody is asked before it does. */
export function deleteTool(sample: Sample = {}) {
  const deleted: string[] = []
  const { name = 'delete_file', dangerLevel = 'high', description = 'Deletes a file', run } = sample
  const tool = defineTool({
    name,
    description,
    input: {
      type: 'object',
      properties: { path: { type: 'string' }, force: { type: 'boolean', default: false } },
      required: ['path'],
      additionalProperties: false,
    },
    dangerLevel,
    run({ path }, context) {
      deleted.push(path)
      return run === undefined ? `deleted ${path}` : run(path, context)
    },
  })
  return { tool, deleted }
}
