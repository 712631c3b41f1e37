// Characters that nobody sees: controls, direction marks, soft hyphens, blanks of no width, tags. They hide instructions
// from people and not from models. Joiners stay: scripts and emoji need them.
// (`\p{Cc}` but tab and line break.)
const INVISIBLE =
  /(?![\t\n])[\p{Cc}\u00AD\u061C\u115F\u1160\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu

/** Text from outside without what cannot be seen; line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replace(INVISIBLE, '')
}

/** The same on one line, cut to a length. */
export function cleanLine(text: string, maxCharacters: number): string {
  const line = cleanText(text.slice(0, maxCharacters * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= maxCharacters) return line
  return `${line
    .slice(0, maxCharacters - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}

/** The longest beginning that fits into so many bytes, never cut inside a character. */
export function cutAtBytes(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly isCut: boolean } {
  // `encodeInto` stops at the last whole character.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.min(maxBytes, text.length * 3)))
  return { text: text.slice(0, read), isCut: read < text.length }
}
