import type { JsonObject } from '../../schema/json-schema.ts'
import type { EncodedTool } from './encode-tool.ts'

/** The tools that go out, in order, as lists of what a request is made of. */
export interface SentTools {
  /** Frozen, so that turns may share it and nobody need look through it to freeze it. */
  readonly wires: readonly JsonObject[]
  /** `wires` as JSON text, one by one. */
  readonly texts: readonly string[]
  /** Whether any is sent strict. */
  readonly strict: boolean
  /** Whether any is deferred or ends the cached part. */
  readonly marked: boolean
}

type Encoded = readonly (EncodedTool | undefined)[]

export function listSent(encoded: Encoded): SentTools {
  const tools = encoded.filter((tool) => tool !== undefined)
  return {
    wires: Object.freeze(tools.map(({ wire }) => wire)),
    texts: tools.map(({ json }) => json),
    strict: tools.some(({ sending }) => sending.strict),
    marked: tools.some(({ sending }) => sending.deferred || sending.cacheUntilHere),
  }
}

/** The same with other tools in some places, each sent the way of the one before. Looks at none of the others. */
export function relistSent(sent: SentTools, encoded: Encoded, changed: readonly number[]): SentTools {
  // With some left out, places differ.
  if (sent.wires.length !== encoded.length) return listSent(encoded)
  const [wires, texts] = [[...sent.wires], [...sent.texts]]
  for (const position of changed) {
    const tool = encoded[position]
    if (tool === undefined) return listSent(encoded)
    wires[position] = tool.wire
    texts[position] = tool.json
  }
  return { ...sent, wires: Object.freeze(wires), texts }
}
