/** The end of a text, from the beginning of a word: half a secret would not be known for one, and shown. */
export function tailOf(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const tail = text.slice(-maxCharacters)
  const gap = tail.search(/\s/)
  return gap === -1 ? tail.toWellFormed() : tail.slice(gap + 1)
}
