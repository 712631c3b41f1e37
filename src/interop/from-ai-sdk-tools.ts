import { json, parts, text, toolError } from '../results/content.ts'
import type { ContentPart } from '../results/tool-result.ts'
import { AI_SDK_SCHEMA } from './ai-sdk-tools.ts'
import { type ForeignTool, type ImportedTools, type ImportOptions, importTools } from './import-tools.ts'
import { entriesOf, memberOf, methodOf } from './read-foreign.ts'

/** Takes over the tools of an AI SDK tool set; those that a provider or a client runs are reported as problems. */
export function fromAiSdkTools(
  tools: Readonly<Record<string, unknown>>,
  options: ImportOptions = {},
): ImportedTools {
  const entries = entriesOf('fromAiSdkTools', tools, 'a record of tools by name, or a list', (tool) =>
    memberOf(tool, 'name'),
  )
  const given = entries.map(([name, tool]) => [name, () => readTool(name, tool)] as const)
  return importTools('fromAiSdkTools', 'ai-sdk', given, options)
}

function readTool(name: string, tool: unknown): ForeignTool {
  const execute = methodOf(tool, 'execute')
  const toModelOutput = methodOf(tool, 'toModelOutput')
  const needsApproval = memberOf(tool, 'needsApproval')
  return {
    name,
    description: memberOf(tool, 'description') ?? memberOf(tool, 'title'),
    schema: readSchema(memberOf(tool, 'inputSchema')),
    needsApproval: needsApproval === true || typeof needsApproval === 'function',
    run:
      execute &&
      async function* (input, { callId: toolCallId, signal: abortSignal }) {
        const given = await execute(input, { toolCallId, abortSignal, messages: [], context: undefined })
        let output = given
        if (isAsyncIterable(given)) {
          // Here the last piece is the result; ours is what a generator returns.
          for await (const piece of given) yield (output = piece)
        }
        return toModelOutput ? fromModelOutput(await toModelOutput({ toolCallId, input, output })) : output
      },
  }
}

/** A schema of the SDK as JSON Schema; one of Zod and its kin stays what it is, a lazy one is asked for now. */
function readSchema(schema: unknown): unknown {
  if (typeof schema === 'function' && memberOf(schema, '~standard') === undefined) return readSchema(schema())
  return memberOf(schema, AI_SDK_SCHEMA) === true ? memberOf(schema, 'jsonSchema') : schema
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof memberOf(value, Symbol.asyncIterator) === 'function'
}

function fromModelOutput(output: unknown): unknown {
  const value = memberOf(output, 'value')
  switch (memberOf(output, 'type')) {
    case 'text':
      return text(String(value))
    case 'json':
      return json(value)
    case 'error-text':
      return toolError(String(value))
    case 'error-json':
      return toolError(JSON.stringify(value))
    case 'execution-denied':
      return toolError(textOr(memberOf(output, 'reason'), 'The call was denied.'))
    case 'content':
      return parts(Array.isArray(value) ? value.map(fromContent) : [])
    default:
      return output
  }
}

function fromContent(part: unknown): ContentPart {
  const data = memberOf(part, 'data')
  const mimeType = memberOf(part, 'mediaType')
  if (typeof data === 'string' && typeof mimeType === 'string') {
    if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
    if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
    return { type: 'resource', uri: textOr(memberOf(part, 'filename'), 'file'), mimeType, data }
  }
  const shown = memberOf(part, 'text')
  return { type: 'text', text: typeof shown === 'string' ? shown : JSON.stringify(part) }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}
