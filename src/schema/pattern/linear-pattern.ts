import { createRequire } from 'node:module'
import { rangesOf, type PatternNode } from './pattern-syntax.ts'

interface LinearEngine {
  readonly RE2JS: { compile(pattern: string): LinearPattern }
}

/** A pattern that takes time in proportion to the text. */
export interface LinearPattern {
  test(text: string): boolean
  matcher(text: string): { find(): boolean; start(): number }
}

/** What the linear-time engine takes as one repeat, and in all; its time grows with this. */
const MAX_REPEAT = 1_000
const MAX_SIZE = 2_000
/** General categories; the engine knows scripts as well, but by other names. */
const PROPERTY = /^\\[pP]\{(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfos]?)\}$/

/** The pattern in the syntax of the linear-time engine; undefined when that engine cannot run it. */
export function toLinearSyntax(node: PatternNode): string | undefined {
  return patternSize(node) > MAX_SIZE ? undefined : write(node)
}

/** Compiles what `toLinearSyntax` wrote; loads the engine at the first. */
export function compileLinear(syntax: string): LinearPattern {
  const { RE2JS }: LinearEngine = createRequire(import.meta.url)('re2js')
  return RE2JS.compile(syntax)
}

function write(node: PatternNode): string | undefined {
  switch (node.kind) {
    case 'set':
      if (node.property !== undefined) return areKnown(node.property) ? node.property : undefined
      return node.set.length === 0 ? '[^\\x{0}-\\x{10ffff}]' : `[${rangesOf(node.set)}]`
    case 'edge':
      return EDGES[node.edge]
    case 'sequence':
      return writeAll(node.items, '')
    case 'choice':
      return writeAll(node.options, '|')
    case 'repeat': {
      const item = write(node.item)
      if (item === undefined || node.min > MAX_REPEAT || (node.max > MAX_REPEAT && node.max !== Infinity))
        return undefined
      return `(?:${item}){${node.min},${node.max === Infinity ? '' : node.max}}`
    }
    default:
      return undefined
  }
}

const EDGES = { '^': '\\A', $: '\\z', b: '\\b', B: '\\B' } as const

function writeAll(nodes: readonly PatternNode[], between: string): string | undefined {
  const parts: string[] = []
  for (const node of nodes) {
    const part = write(node)
    if (part === undefined) return undefined
    parts.push(`(?:${part})`)
  }
  return parts.join(between)
}

function areKnown(property: string): boolean {
  const names = property.match(/\\[pP]\{[^}]*\}/g) ?? []
  return names.every((name) => PROPERTY.test(name))
}

/** How many single characters a pattern stands for, repeats written out: what one step in a text can cost. */
export function patternSize(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.items.reduce((sum, item) => sum + patternSize(item), 1)
    case 'choice':
      return node.options.reduce((sum, option) => sum + patternSize(option), 1)
    case 'repeat':
      return patternSize(node.item) * (node.max === Infinity ? node.min + 1 : Math.max(1, node.max))
    default:
      return 1
  }
}
