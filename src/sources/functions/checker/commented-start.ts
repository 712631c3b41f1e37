/** Where something starts, of a position that may stand before space and comments. */
export function commentedStart(text: string, position: number): number {
  let start = position
  while (start < text.length) {
    if (/\s/.test(text[start] ?? '')) start++
    else if (text.startsWith('//', start)) {
      const end = text.indexOf('\n', start)
      start = end === -1 ? text.length : end
    } else if (text.startsWith('/*', start)) {
      const end = text.indexOf('*/', start + 2)
      start = end === -1 ? text.length : end + 2
    } else break
  }
  return start
}
