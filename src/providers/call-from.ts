import type { JsonObject } from '../schema/json-schema.ts'
import type { DecodedCall, DecodeProblem } from './decoded.ts'
import { mintCallId } from './mint-call-id.ts'
import { finishArguments, type FinishedArguments } from './stream/finish-call.ts'
import type { CallEcho } from './turn/call-echo.ts'
import { createProblem } from './wire/answer-facts.ts'
import { fieldsOf, isFields, numberOf, textOf } from './wire/read-fields.ts'
import { shownName } from './wire/shown-name.ts'
import { valueText } from './wire/value-text.ts'

/** What a shape says of a call. */
interface FoundCall {
  readonly id: unknown
  readonly name: unknown
  readonly arguments: unknown
  readonly truncated?: boolean
  readonly echo?: unknown
}

/** Reads one shape; undefined when the value does not have it. */
type CallShape = (value: JsonObject) => FoundCall | undefined

/** Under which names arguments come, where nothing else tells whose call it is. */
const ARGUMENT_FIELDS = ['arguments', 'args', 'parameters', 'input'] as const
const ID_FIELDS = ['id', 'call_id', 'tool_call_id', 'toolCallId', 'toolUseId'] as const

/** The shapes in use, those with a mark of their own first. */
const SHAPES: readonly CallShape[] = [
  fromMcpRequest,
  fromGeminiPart,
  fromBedrockBlock,
  fromAnthropicBlock,
  fromCustomCall,
  fromResponsesItem,
  fromChatCall,
  fromLegacyMessage,
  fromBareCall,
]

/** One call of any provider, or its JSON text, in neutral form; undefined when nothing in it looks like a call. */
export function callFrom(value: unknown): DecodedCall | undefined {
  try {
    return readCall(value)
  } catch {
    // Getters and proxies of a host's object may throw; what cannot be read looks like nothing.
    return undefined
  }
}

function readCall(value: unknown): DecodedCall | undefined {
  const fields = typeof value === 'string' ? objectIn(value) : value
  if (!isFields(fields)) return undefined
  for (const shape of SHAPES) {
    const found = shape(fields)
    if (found !== undefined) return createCall(found)
  }
  return undefined
}

function objectIn(text: string): JsonObject | undefined {
  const { input, problem } = finishArguments(text)
  return problem === undefined ? input : undefined
}

function fromMcpRequest({ method, id, params }: JsonObject): FoundCall | undefined {
  if (method !== 'tools/call') return undefined
  const { name, arguments: args } = fieldsOf(params)
  return { id, name, arguments: args }
}

function fromGeminiPart({ functionCall, thoughtSignature }: JsonObject): FoundCall | undefined {
  if (!isFields(functionCall)) return undefined
  const { id, name, args, partialArgs, willContinue } = functionCall
  // Gemini refuses an answer without the signature, and an id that it did not give.
  const echo: CallEcho = {
    provider: 'gemini',
    ...(typeof id === 'string' ? { id } : {}),
    name: textOf(name) ?? '',
    ...(typeof thoughtSignature === 'string' ? { data: { thoughtSignature } } : {}),
  }
  const truncated = partialArgs !== undefined || willContinue === true
  return { id, name, arguments: args, truncated, echo }
}

function fromBedrockBlock({ toolUse }: JsonObject): FoundCall | undefined {
  if (!isFields(toolUse)) return undefined
  return { id: toolUse['toolUseId'], name: toolUse['name'], arguments: toolUse['input'] }
}

/** Some proxies put the call into a field of its own, and call its arguments `parameters`. */
function fromAnthropicBlock(block: JsonObject): FoundCall | undefined {
  if (block['type'] !== 'tool_use') return undefined
  const { id, name, input, parameters } = block
  const nested = fieldsOf(block['tool_use'])
  return {
    id: id ?? nested['id'],
    name: name ?? nested['name'],
    arguments: input ?? parameters ?? nested['input'] ?? nested['parameters'],
  }
}

/** A custom tool takes free text, which is no JSON: the text becomes the `input` of an object. */
function fromCustomCall(call: JsonObject): FoundCall | undefined {
  const isItem = call['type'] === 'custom_tool_call'
  if (!isItem && !(call['type'] === 'custom' && isFields(call['custom']))) return undefined
  const { name, input, status } = isItem ? call : fieldsOf(call['custom'])
  const id = isItem ? (call['call_id'] ?? call['id']) : call['id']
  // Its result has a form of its own.
  const echo: CallEcho = {
    provider: isItem ? 'openai-responses' : 'openai',
    ...(typeof id === 'string' ? { id } : {}),
    name: textOf(name) ?? '',
    data: { kind: 'custom' },
  }
  const truncated = isItem && status === 'incomplete'
  return { id, name, arguments: JSON.stringify({ input: valueText(input ?? '') }), truncated, echo }
}

function fromResponsesItem(item: JsonObject): FoundCall | undefined {
  if (item['type'] !== 'function_call') return undefined
  const { call_id: id, name, arguments: args, status } = item
  return { id: id ?? item['id'], name, arguments: args, truncated: status === 'incomplete' }
}

/** OpenAI Chat, Mistral, Cohere and Ollama; some models write `parameters`. */
function fromChatCall({ id, function: called }: JsonObject): FoundCall | undefined {
  if (!isFields(called) || isDefinition(called)) return undefined
  return { id, name: called['name'], arguments: called['arguments'] ?? called['parameters'] }
}

function fromLegacyMessage({ function_call: called }: JsonObject): FoundCall | undefined {
  if (!isFields(called)) return undefined
  return { id: undefined, name: called['name'], arguments: called['arguments'] }
}

/** Our own calls, and what is left when the wrapping is taken off those of others. */
function fromBareCall(call: JsonObject): FoundCall | undefined {
  const argumentField = ARGUMENT_FIELDS.find((field) => Object.hasOwn(call, field))
  const name = call['name'] ?? call['toolName']
  if (argumentField === undefined || typeof name !== 'string' || isDefinition(call)) return undefined
  const idField = ID_FIELDS.find((field) => Object.hasOwn(call, field))
  return {
    id: idField === undefined ? undefined : call[idField],
    name,
    arguments: call[argumentField],
    truncated: call['truncated'] === true,
    echo: call['echo'],
  }
}

/** Definitions have a name and `parameters` too, but calls are not described. */
function isDefinition(value: JsonObject): boolean {
  return typeof value['description'] === 'string'
}

function createCall(found: FoundCall): DecodedCall {
  const finished = finishArguments(found.arguments)
  const name = textOf(found.name) ?? ''
  const id = textOf(found.id) ?? numberOf(found.id)?.toString() ?? mintCallId(0, name, finished.text)
  const problem = problemOf(name, finished, found.truncated === true)
  return {
    id,
    name,
    arguments: finished.text,
    input: finished.input,
    ...(found.echo === undefined ? {} : { echo: found.echo }),
    ...(found.truncated === true ? { truncated: true } : {}),
    ...(problem === undefined ? {} : { problem: { ...problem, callId: id } }),
  }
}

function problemOf(name: string, { problem }: FinishedArguments, wasCut: boolean): DecodeProblem | undefined {
  if (name === '') {
    return createProblem('CALL_NAME_MISSING', 'name', 'The call comes without the name of a tool.')
  }
  if (wasCut) {
    const message = `The call to '${shownName(name)}' was cut off before its end; it is not run.`
    return createProblem('ARGUMENTS_TRUNCATED', 'arguments', message)
  }
  return problem === undefined ? undefined : { ...problem, path: 'arguments' }
}
