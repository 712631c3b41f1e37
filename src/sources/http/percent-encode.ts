/** Encodes all but letters, digits and `-._~`. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, hexOf)
}

// `&`, `=`, `#`, `+`, `[` and `]` stay encoded: a value that could hold them could add parameters of its own.
const RESERVED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g

/** The same, but for what is reserved and harmless in a value: `:/?@!$'()*,;`. */
export function encodeReserved(text: string): string {
  return encodeText(text).replaceAll(RESERVED, (code) => decodeURIComponent(code))
}

function hexOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
