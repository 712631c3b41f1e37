// Numbers as JavaScript writes them, without exponents.
const OPEN = { string: '[\\s\\S]*', number: '-?(0|[1-9][0-9]*)(\\.[0-9]+)?' } as const

/** The pattern of a template literal type: texts, with any text or any number between them. */
export function templatePattern(texts: readonly string[], open: readonly ('string' | 'number')[]): string {
  const parts = texts.map((text, index) => {
    const kind = open[index]
    return `${text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)}${kind === undefined ? '' : OPEN[kind]}`
  })
  return `^${parts.join('')}$`
}
