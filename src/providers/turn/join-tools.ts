import type { JsonObject } from '../../schema/json-schema.ts'
import type { EncodedTool } from './encode-tool.ts'
import type { ProviderFormat } from '../provider-format.ts'

const PLACE: JsonObject = Object.freeze({ '': '' })
const PLACE_TEXT = JSON.stringify(PLACE)

/**
 * The payload as JSON text, from the kept texts of the tools: writing a thousand tools again because one has changed
 * costs four times as much.
 */
export function joinTools(
  format: ProviderFormat,
  payload: JsonObject | readonly JsonObject[],
  tools: readonly EncodedTool[],
): string {
  // A deferred or cached tool brings entries of its own into the payload.
  if (tools.some(({ sending }) => sending.deferred || sending.cacheUntilHere)) return JSON.stringify(payload)
  const [before, after, more] = JSON.stringify(format.encodeTools([PLACE])).split(PLACE_TEXT)
  if (before === undefined || after === undefined || more !== undefined) return JSON.stringify(payload)
  return `${before}${tools.map(({ json }) => json).join(',')}${after}`
}
