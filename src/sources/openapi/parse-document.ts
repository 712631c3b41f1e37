import { messageOf } from '../../errors/from-unknown.ts'

/** What a text holds, or why it cannot be read. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

// Aliases of YAML multiply: a few lines may stand for gigabytes.
const MAX_ALIASES = 200

/** Reads JSON or YAML. The reader of YAML is loaded when the first one comes. */
export async function parseDocument(text: string): Promise<Parsed> {
  if (/^\s*[{[]/.test(text)) {
    try {
      return { ok: true, value: JSON.parse(text) as unknown }
    } catch (thrown) {
      // Flow style of YAML begins like JSON; but a large text that is neither should be told in words of JSON.
      if (text.length > 1_000_000)
        return { ok: false, message: `it is no JSON: ${messageOf(thrown).slice(0, 200)}` }
    }
  }
  try {
    const { parse } = await import('yaml')
    return {
      ok: true,
      value: parse(text, { maxAliasCount: MAX_ALIASES, merge: true, logLevel: 'error' }) as unknown,
    }
  } catch (thrown) {
    return { ok: false, message: `it is neither JSON nor YAML: ${messageOf(thrown).slice(0, 300)}` }
  }
}
