import type { ContentPart, ToolResult } from '../results/tool-result.ts'
import type { JsonObject } from '../schema/json-schema.ts'
import type { DecodeProblem, WireCall, WireResponse } from './decoded.ts'
import { MCP } from './dialects/mcp.ts'
import type { ProviderFormat, StreamAssembler } from './provider-format.ts'
import { createProblem } from './wire/answer-facts.ts'
import { failedAnswer } from './wire/failed-answer.ts'
import { fieldsOf, isFields, textOf } from './wire/read-fields.ts'
import { flaggedText, resultParts } from './wire/result-content.ts'
import { valueText } from './wire/value-text.ts'

/**
 * The Model Context Protocol, seen from a server: tools as `tools/list` gives them, calls as `tools/call` requests,
 * results as `CallToolResult`. Fits 2025-11-25; 2026-07-28 also wants `resultType: 'complete'` beside each result, which
 * the server adds, as it alone knows the revision.
 */
export const mcp: ProviderFormat = {
  id: 'mcp',
  title: 'MCP',
  capabilities: {
    strict: false,
    deferral: false,
    cacheHints: false,
    examples: false,
    namedChoice: false,
    noneChoice: false,
    parallelFlag: false,
    errorFlag: true,
    imageResults: true,
    argumentsAs: 'value',
  },
  names: { pattern: /^[A-Za-z0-9._-]+$/, maxLength: 128 },
  dialects: { plain: MCP },
  budgets: {},

  encodeTool({ name, description, inputSchema, outputSchema, annotations }) {
    const { title, readOnly, destructive } = annotations
    return {
      name,
      ...(title === undefined ? {} : { title }),
      description,
      inputSchema: { ...inputSchema, type: 'object' },
      // Other roots are for 2026-07-28 alone, and would bind us to structured content that is no object.
      ...(outputSchema?.['type'] === 'object' ? { outputSchema } : {}),
      annotations: { readOnlyHint: readOnly, destructiveHint: destructive },
    }
  },
  encodeTools: (tools) => tools,
  encodeControls(tools, { choice, parallel }) {
    const warnings: string[] = []
    if (tools !== undefined && choice !== 'auto' && choice !== 'none') {
      warnings.push('MCP has no tool choice: the client decides which tools its model may call.')
    }
    if (tools !== undefined && parallel !== undefined) {
      warnings.push('MCP has no parallel calls to switch: each request holds one call.')
    }
    return { request: tools === undefined ? {} : { tools }, warnings }
  },

  recognises: isRequest,
  decode: decodeRequests,
  createAssembler,
  encodeResults: (results) => results.map(encodeResult),
}

/** Reads a request, its `params`, or a list of requests. */
function decodeRequests(request: unknown): WireResponse {
  const requests = Array.isArray(request) ? request : [request]
  const calls: WireCall[] = []
  const problems: DecodeProblem[] = []
  for (const entry of requests) {
    const call = readRequest(entry)
    if (call === undefined) problems.push(unreadable(entry))
    else calls.push(call)
  }
  const [problem = unreadable(request)] = problems
  if (calls.length === 0) return failedAnswer(problem)
  return { text: '', reasoning: '', calls, finish: 'tool_calls', messages: [], problems }
}

function isRequest(value: unknown): boolean {
  return isFields(value) && value['method'] === 'tools/call' && isFields(value['params'])
}

function readRequest(value: unknown): WireCall | undefined {
  const request = fieldsOf(value)
  const params = isRequest(value) ? fieldsOf(request['params']) : isParams(request) ? request : undefined
  if (params === undefined) return undefined
  const { id } = params === request ? {} : request
  const hasId = typeof id === 'string' || typeof id === 'number'
  return {
    id: hasId ? String(id) : undefined,
    name: textOf(params['name']),
    arguments: params['arguments'],
    // A number must go back as a number.
    ...(hasId ? { echo: { id } } : {}),
  }
}

/** What stands in `params`, and none of what marks an envelope or the call of another provider. */
function isParams(value: JsonObject): boolean {
  if ('jsonrpc' in value || 'method' in value || 'type' in value) return false
  return textOf(value['name']) !== undefined && isFields(value['arguments'] ?? {})
}

/** A request comes whole; each is an event. */
function createAssembler(): StreamAssembler {
  const requests: unknown[] = []
  const problems: DecodeProblem[] = []
  return {
    push(event, sink) {
      const call = readRequest(event)
      if (call === undefined) {
        problems.push(unreadable(event))
        return
      }
      const index = requests.push(event) - 1
      sink.callStart(index, call.id, call.name)
      sink.callArguments(index, valueText(call.arguments))
      sink.callEnd(index)
    },
    // Without a request there is nothing to read, and the problems of the events say why.
    end: () => ({ response: requests, problems, unfinished: [], ended: true }),
  }
}

function encodeResult(result: ToolResult): JsonObject {
  if (result.status === 'failed') {
    return { content: [{ type: 'text', text: flaggedText(result) }], isError: true }
  }
  const { content } = result
  const isStructured = result.ok && content.type === 'json' && isFields(content.value)
  return {
    // Clients from before structured content read the text.
    content: resultParts(result).map(encodePart),
    ...(isStructured ? { structuredContent: content.value } : {}),
  }
}

function encodePart(part: ContentPart): JsonObject {
  if (part.type !== 'resource') return { ...part }
  const { uri, mimeType, text, data } = part
  const type = mimeType === undefined ? {} : { mimeType }
  if (text !== undefined) return { type: 'resource', resource: { uri, ...type, text } }
  if (data !== undefined) return { type: 'resource', resource: { uri, ...type, blob: data } }
  return { type: 'resource_link', uri, name: uri, ...type }
}

function unreadable(value: unknown): DecodeProblem {
  const request = fieldsOf(value)
  const error = textOf(fieldsOf(request['error'])['message'])
  if (error !== undefined) {
    return createProblem('PROVIDER_ERROR', '', `The other side answered with an error: ${error}`)
  }
  const method = textOf(request['method'])
  const reason = method === undefined ? 'there is none in it' : `its method is \`${method.slice(0, 100)}\``
  return createProblem('RESPONSE_UNREADABLE', '', `This is not a \`tools/call\` request: ${reason}.`)
}
