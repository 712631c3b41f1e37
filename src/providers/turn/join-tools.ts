import type { JsonObject } from '../../schema/json-schema.ts'
import type { ProviderFormat } from '../provider-format.ts'
import type { SentTools } from './sent-tools.ts'

const PLACE: JsonObject = Object.freeze({ '': '' })
const PLACE_TEXT = JSON.stringify(PLACE)

/**
 * The payload as JSON text, from the kept texts of the tools: writing a thousand tools again because one has changed
 * costs four times as much.
 */
export function joinTools(
  format: ProviderFormat,
  payload: JsonObject | readonly JsonObject[],
  { texts, marked }: SentTools,
): string {
  // A deferred or cached tool brings entries of its own into the payload.
  if (marked) return JSON.stringify(payload)
  const [before, after, more] = JSON.stringify(format.encodeTools([PLACE])).split(PLACE_TEXT)
  if (before === undefined || after === undefined || more !== undefined) return JSON.stringify(payload)
  const pieces = [...texts]
  // Joined with the rest: put around it, they would make a rope of it, which whoever reads the text copies once more.
  pieces[0] = `${before}${pieces[0] ?? ''}`
  pieces[pieces.length - 1] += after
  return pieces.join(',')
}
