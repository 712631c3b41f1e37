import { hash } from 'node:crypto'
import type { IdRule } from '../provider-format.ts'

/** Letters, digits, `_` and `-`, 64 at most: what Anthropic and Bedrock take as the id of a call. */
export const SAFE_IDS: IdRule = {
  pattern: /^[a-zA-Z0-9_-]{1,64}$/,
  rewrite: (id) => `call_${hash('sha256', id, 'hex').slice(0, 32)}`,
}
