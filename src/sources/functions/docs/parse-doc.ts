import { CONSTRAINT_TAGS } from './constraint-tags.ts'

/** A tag with what stands after it. */
export interface DocTag {
  readonly name: string
  readonly text: string
  /** In the file. */
  readonly offset: number
}

/** A piece of a comment: words, and tags that say more of what the words are about. */
export interface DocBlock {
  readonly description: string
  readonly tags: readonly DocTag[]
}

export interface ParameterDoc extends DocBlock {
  /** `city`, `options.unit`. */
  readonly name: string
  readonly offset: number
}

/** A documentation comment. */
export interface Doc extends DocBlock {
  readonly parameters: readonly ParameterDoc[]
  readonly returns: string
}

interface Section {
  readonly tag: string
  readonly offset: number
  readonly lines: Line[]
}

interface Line {
  readonly text: string
  readonly offset: number
  /** Code: shown as it is, and never searched for tags. */
  readonly isCode: boolean
}

/** Reads the text of a comment, without its marks. `start` is where it stands in its file. */
export function parseDoc(text: string, start: number): Doc {
  const parameters: ParameterDoc[] = []
  const tags: DocTag[] = []
  let description = ''
  let returns = ''
  // The block that a tag on a line of its own says more of.
  let open: DocTag[] = tags
  for (const section of splitSections(text, start)) {
    const { tag, offset, lines } = section
    if (tag === '') {
      description = readText(lines, tags)
    } else if (tag === 'param' || tag === 'arg' || tag === 'argument') {
      const own: DocTag[] = []
      const { name, rest } = readParameterName(lines)
      if (name === '') continue
      parameters.push({ name, offset, description: readText(rest, own), tags: own })
      open = own
    } else if (tag === 'returns' || tag === 'return') {
      returns = readText(withoutBraces(lines), [])
      open = tags
    } else if (CONSTRAINT_TAGS.has(tag)) {
      // What follows on the line may be words, or the next tag.
      const isExample = tag === 'example'
      const own = isExample ? open : []
      const value = isExample ? textOf(lines) : readText(lines, own)
      if (isExample && lines.some((line) => line.isCode || line.text.includes('\n'))) continue
      open.push({ name: tag, text: value, offset }, ...(isExample ? [] : own))
    } else {
      tags.push({ name: tag, text: textOf(lines), offset })
      open = tags
    }
  }
  return { description, tags, parameters, returns }
}

function splitSections(text: string, start: number): readonly Section[] {
  let section: Section = { tag: '', offset: start, lines: [] }
  const sections = [section]
  let isCode = false
  let offset = start
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index === 0 ? raw.replace(/^\*/, '') : raw.replace(/^\s*\* ?/, '')
    const lineOffset = offset + raw.length - line.length
    offset += raw.length + 1
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const match = isCode || isFence ? null : /^\s*@([A-Za-z]+)(?=\s|$)/.exec(line)
    if (match === null) {
      section.lines.push({ text: line, offset: lineOffset, isCode: isCode || isFence })
      if (isFence) isCode = !isCode
      continue
    }
    const [whole, tag = ''] = match
    section = { tag, offset: lineOffset + whole.length - tag.length - 1, lines: [] }
    section.lines.push({ text: line.slice(whole.length), offset: lineOffset + whole.length, isCode: false })
    sections.push(section)
  }
  return sections
}

const INLINE_TAG = new RegExp(`(?:^|\\s)@(${[...CONSTRAINT_TAGS.keys()].join('|')})(?=\\s|$|[.,;])`, 'g')

/** The words of a section; tags of the fixed list are taken out wherever they stand. */
function readText(lines: readonly Line[], tags: DocTag[]): string {
  const kept = lines.map((line) => {
    if (line.isCode) return line
    const found = [...line.text.matchAll(INLINE_TAG)]
    const [first] = found
    if (first === undefined) return line
    for (const [index, match] of found.entries()) {
      const [whole, name = ''] = match
      const value = line.text.slice(match.index + whole.length, found[index + 1]?.index)
      tags.push({ name, text: value.trim(), offset: line.offset + match.index + whole.indexOf('@') })
    }
    return { ...line, text: line.text.slice(0, first.index) }
  })
  return textOf(kept)
}

/** Lines of a paragraph become one; lists and code keep theirs. */
function textOf(lines: readonly Line[]): string {
  let text = ''
  let wasCode = false
  for (const line of lines) {
    const isOwnLine =
      line.isCode || wasCode || line.text.trim() === '' || /^\s*(?:[-*+]|\d+\.)\s/.test(line.text)
    text += text === '' ? '' : isOwnLine || text.endsWith('\n') ? '\n' : ' '
    text += line.isCode ? line.text : line.text.trim()
    wasCode = line.isCode
  }
  return text
    .replaceAll(
      /\{@(?:link|linkcode|linkplain)\s+([^}|\s]+)(?:[|\s]+([^}]*))?\}/g,
      (_, target: string, label?: string) => label?.trim() || target,
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function readParameterName(lines: readonly Line[]): { name: string; rest: readonly Line[] } {
  const [first, ...others] = withoutBraces(lines)
  if (first === undefined) return { name: '', rest: [] }
  const match = /^\s*(?:\[\s*([\w$.]+)[^\]]*\]|([\w$.]+))\s*(?:-+\s+|:\s+)?/.exec(first.text)
  if (match === null) return { name: '', rest: [] }
  const length = match[0].length
  const rest: Line = { ...first, text: first.text.slice(length), offset: first.offset + length }
  return { name: match[1] ?? match[2] ?? '', rest: [rest, ...others] }
}

/** Types in braces are those of JavaScript; ours are in the source. */
function withoutBraces(lines: readonly Line[]): readonly Line[] {
  const [first, ...others] = lines
  const match = first === undefined ? null : /^\s*\{[^}]*\}/.exec(first.text)
  if (first === undefined || match === null) return lines
  return [
    { ...first, text: first.text.slice(match[0].length), offset: first.offset + match[0].length },
    ...others,
  ]
}
