import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/** SHA-256, in hex, of the canonical text: equal JSON has an equal hash. */
export function hashCanonical(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex')
}
