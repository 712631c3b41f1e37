import {
  asText,
  type Body,
  finishOf,
  MODEL,
  type ScriptedTurn,
  sse,
  valueOf,
  type WireFormat,
} from './wire-format.ts'

const FINISH = { stop: 'STOP', calls: 'STOP', length: 'MAX_TOKENS' } as const

function answer(parts: readonly object[], finishReason?: string): object {
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        index: 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: MODEL,
    responseId: 'resp-1',
  }
}

function partsOf(turn: ScriptedTurn): readonly object[] {
  return [
    ...(turn.text === undefined ? [] : [{ text: turn.text }]),
    ...(turn.calls ?? []).map((call, index) => ({
      functionCall: { id: call.id, name: call.name, args: valueOf(call) },
      ...(index === 0 ? { thoughtSignature: 'c2lnbmF0dXJl' } : {}),
    })),
  ]
}

export const gemini: WireFormat = {
  id: 'gemini',
  path: /^\/v1(?:beta)?\/models\/[^/:]+:(?:stream)?[gG]enerateContent$/,
  schema: 'vertex-gemini.generateContent.request.schema.json',
  streamType: 'text/event-stream',
  isStream: (path) => path.endsWith(':streamGenerateContent'),
  plain: (turn) => answer(partsOf(turn), FINISH[finishOf(turn)]),
  stream: (turn) => [
    ...partsOf(turn).map((part) => sse(answer([part]))),
    sse(answer([{ text: '' }], FINISH[finishOf(turn)])),
  ],
  results: (body) =>
    body.contents
      .flatMap((content: Body) => content.parts)
      .filter((part: Body) => part.functionResponse !== undefined)
      .map((part: Body) => ({
        id: part.functionResponse.id ?? part.functionResponse.name,
        text: asText(part.functionResponse.response),
      })),
  calls: (body) =>
    body.contents
      .flatMap((content: Body) => content.parts)
      .flatMap((part: Body) =>
        part.functionCall === undefined ? [] : [part.functionCall.id ?? part.functionCall.name],
      ),
  tools: (body) =>
    (body.tools ?? [])
      .flatMap((tool: Body) => tool.functionDeclarations ?? [])
      .map((tool: Body) => tool.name),
  check(body) {
    // What every call of the history must keep: its signature.
    const calls = body.contents
      .flatMap((content: Body) => content.parts)
      .filter((part: Body) => part.functionCall)
    if (calls.length === 0 || calls[0].thoughtSignature === 'c2lnbmF0dXJl') return []
    return ['the thought signature of the first call is lost']
  },
  // The official schema is Vertex's: it does not know the ids of calls and wants types in upper case.
  normalise: (body) => normaliseForVertex(body, false),
}

function normaliseForVertex(value: Body, insideSchema: boolean): Body {
  if (Array.isArray(value)) return value.map((item) => normaliseForVertex(item, insideSchema))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, Body]): [string, unknown][] => {
      if (key === 'functionCall' || key === 'functionResponse') {
        const { id: _id, ...rest } = member
        return [[key, rest]]
      }
      if (key === 'parameters' || key === 'response') {
        return [[key, key === 'parameters' ? normaliseForVertex(member, true) : member]]
      }
      if (key === 'parametersJsonSchema' || key === 'args') return [[key, member]]
      if (insideSchema && key === 'type' && typeof member === 'string') return [[key, member.toUpperCase()]]
      return [[key, normaliseForVertex(member, insideSchema)]]
    }),
  )
}
