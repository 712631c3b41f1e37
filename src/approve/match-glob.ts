/** Tells whether a whole text fits. */
export type TextMatcher = (text: string) => boolean

// A star, or a backslash with the character after it.
const STAR_OR_ESCAPE = /\\([\s\S])|\*/g

/**
 * Reads a glob: `*` stands for any text, also none; `\*` for a star; everything else for itself. There is nothing to
 * backtrack into: taking the leftmost place of each literal piece is always right, so time grows with the text only.
 */
export function createGlobMatcher(glob: string): TextMatcher {
  const [prefix = '', ...rest] = literalPieces(glob)
  const suffix = rest.pop()
  if (suffix === undefined) return (text) => text === prefix
  return (text) => {
    const end = text.length - suffix.length
    if (end < prefix.length || !text.startsWith(prefix) || !text.endsWith(suffix)) return false
    let position = prefix.length
    for (const piece of rest) {
      const found = text.indexOf(piece, position)
      if (found === -1 || found + piece.length > end) return false
      position = found + piece.length
    }
    return true
  }
}

/** Fits when any of the globs does. */
export function createAnyGlobMatcher(globs: readonly string[]): TextMatcher {
  const matchers = globs.map(createGlobMatcher)
  return (text) => matchers.some((matches) => matches(text))
}

function literalPieces(glob: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let from = 0
  for (const match of glob.matchAll(STAR_OR_ESCAPE)) {
    piece += glob.slice(from, match.index)
    from = match.index + match[0].length
    if (match[0] === '*') {
      pieces.push(piece)
      piece = ''
    } else {
      piece += match[1] === '*' || match[1] === '\\' ? match[1] : match[0] // `C:\temp` keeps its backslash
    }
  }
  pieces.push(piece + glob.slice(from))
  return pieces
}
