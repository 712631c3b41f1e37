import type { TagValueKind } from './constraint-tags.ts'

/** The value of a tag, or what is wrong with it. */
export type TagValue = { readonly value: unknown } | { readonly expected: string }

export function readTagValue(kind: TagValueKind, given: string, allowsText: boolean): TagValue {
  const text = given.replace(/^`(.*)`$/s, '$1').trim()
  switch (kind) {
    case 'flag':
      return { value: true }
    case 'number':
    case 'positive':
    case 'count': {
      const value = Number(text.replaceAll(/(?<=\d)_(?=\d)/g, '').replace(/[.,;]$/, ''))
      if (text === '' || !Number.isFinite(value)) return { expected: 'a number' }
      if (kind === 'positive' && value <= 0) return { expected: 'a number above 0' }
      if (kind === 'count' && (!Number.isSafeInteger(value) || value < 0))
        return { expected: 'a whole number from 0' }
      return { value }
    }
    case 'pattern':
      return readPattern(text)
    case 'text':
      return text === '' ? { expected: 'a word' } : { value: text }
    case 'value':
      return readValue(text, allowsText)
  }
}

function readPattern(text: string): TagValue {
  const pattern = /^\/(.+)\/[a-z]*$/s.exec(text)?.[1] ?? text
  if (pattern === '') return { expected: 'a regular expression' }
  try {
    return { value: new RegExp(pattern, 'u').source }
  } catch {
    return { expected: 'a regular expression' }
  }
}

/** JSON; where text is let in, text needs no quotes. */
function readValue(text: string, allowsText: boolean): TagValue {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    const quoted = /^'((?:[^'\\]|\\.)*)'$/s.exec(text)?.[1]
    if (quoted !== undefined) return { value: quoted.replaceAll(/\\(.)/g, '$1') }
    return allowsText && text !== '' ? { value: text } : { expected: 'JSON' }
  }
}
