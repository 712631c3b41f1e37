import { complement, unite, type CharacterSet } from '../../schema/pattern/character-set.ts'
import type { PatternNode } from '../../schema/pattern/pattern-syntax.ts'

const LINE_BREAK: CharacterSet = [[10, 10]]

/**
 * A pattern to run over many lines at once, which is much faster than line by line: no set in it holds a line break, so
 * that a match stays within its line, and the time with it. It may find a line too many (at `\r`), never one too few.
 * Undefined for what cannot be written so.
 */
export function toBlockPattern(node: PatternNode, ignoreCase: boolean): RegExp | undefined {
  const source = write(node)
  return source === undefined ? undefined : new RegExp(source, ignoreCase ? 'giu' : 'gu')
}

function write(node: PatternNode): string | undefined {
  switch (node.kind) {
    case 'set':
      return node.property === undefined ? writeSet(node.set) : undefined
    case 'edge':
      return EDGES[node.edge]
    case 'sequence':
      return writeAll(node.items, '')
    case 'choice':
      return writeAll(node.options, '|')
    case 'repeat': {
      const item = write(node.item)
      return item && `(?:${item}){${node.min},${node.max === Infinity ? '' : node.max}}`
    }
    default:
      return undefined
  }
}

// Not the `m` flag: it takes `\r` for a line break as well, and a line of those would take quadratic time.
const EDGES = { '^': '(?<![^\\n])', $: '(?![^\\r\\n])', b: '\\b', B: '\\B' } as const

function writeAll(nodes: readonly PatternNode[], between: string): string | undefined {
  const parts: string[] = []
  for (const node of nodes) {
    const part = write(node)
    if (part === undefined) return undefined
    parts.push(between === '' && node.kind !== 'choice' ? part : `(?:${part})`)
  }
  return parts.join(between)
}

function writeSet(set: CharacterSet): string {
  const rest = complement(unite(complement(set), LINE_BREAK))
  if (rest.length === 0) return '[]'
  return `[${rest.map(([first, last]) => `${spell(first)}-${spell(last)}`).join('')}]`
}

function spell(code: number): string {
  return `\\u{${code.toString(16)}}`
}
