import { setOwn } from '../../schema/mend/fill-defaults.ts'
import {
  type FileNode,
  type FilePart,
  MAX_FILE_DEPTH,
  NO_PARTS,
  type ReadText,
  type SyntaxProblem,
  TOO_DEEP,
} from './file-node.ts'

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

/**
 * Reads JSON as `JSON.parse` does, and remembers where everything stands. A name that is given twice, which
 * `JSON.parse` lets pass, is a problem.
 */
export function readJson(text: string): ReadText {
  const problems: SyntaxProblem[] = []
  let at = 0

  function fail(message: string, cure = 'Write it as JSON: mind commas, quotes and brackets.'): never {
    throw new Stop({ start: Math.min(at, text.length), message, cure })
  }
  function skipSpace(): void {
    SPACE.lastIndex = at
    SPACE.test(text)
    at = SPACE.lastIndex
  }
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function readText(): string {
    let end = at + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    if (end >= text.length) fail('a text does not end', 'Close it with `"`.')
    try {
      const value = JSON.parse(text.slice(at, end + 1)) as string
      at = end + 1
      return value
    } catch {
      return fail('a text holds a line break, a control character or an unknown escape', 'Escape it: `\\n`.')
    }
  }

  function readValue(depth: number): FileNode {
    const start = at
    const first = text[at]
    if (first === '"') return { value: readText(), start, parts: NO_PARTS }
    if (first === '{' || first === '[') {
      if (depth >= MAX_FILE_DEPTH) throw new Stop({ start, ...TOO_DEEP })
      at += 1
      return first === '{' ? readObject(start, depth) : readList(start, depth)
    }
    const plain = take(NUMBER) ?? take(WORD)
    return plain === undefined
      ? fail(`expected a value, found ${found()}`)
      : { value: JSON.parse(plain), start, parts: NO_PARTS }
  }

  function readList(start: number, depth: number): FileNode {
    const parts = new Map<number, FilePart>()
    skipSpace()
    if (!isNext(']')) {
      do {
        skipSpace()
        const node = readValue(depth + 1)
        parts.set(parts.size, { node, keyStart: node.start })
        skipSpace()
      } while (isNext(','))
      if (!isNext(']')) fail(`expected \`,\` or \`]\`, found ${found()}`)
    }
    return { value: Array.from(parts.values(), ({ node }) => node.value), start, parts }
  }

  function readObject(start: number, depth: number): FileNode {
    const parts = new Map<string, FilePart>()
    const value = {}
    skipSpace()
    if (!isNext('}')) {
      do {
        skipSpace()
        const keyStart = at
        if (text[at] !== '"') fail(`expected a name in double quotes, found ${found()}`)
        const key = readText()
        skipSpace()
        if (!isNext(':')) fail(`expected \`:\`, found ${found()}`)
        skipSpace()
        const node = readValue(depth + 1)
        if (parts.has(key)) problems.push(givenTwice(key, keyStart))
        parts.set(key, { node, keyStart })
        setOwn(value, key, node.value)
        skipSpace()
      } while (isNext(','))
      if (!isNext('}')) fail(`expected \`,\` or \`}\`, found ${found()}`)
    }
    return { value, start, parts }
  }

  function isNext(character: string): boolean {
    if (text[at] !== character) return false
    at += 1
    return true
  }
  function found(): string {
    const character = text[at]
    return character === undefined ? 'the end of the file' : `\`${character}\``
  }

  try {
    skipSpace()
    const node = readValue(0)
    skipSpace()
    if (at < text.length) fail(`expected the end of the file, found ${found()}`)
    return problems.length === 0 ? { node } : { problems }
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown
    return { problems: [...problems, thrown.problem] }
  }
}

export function givenTwice(key: string, start: number): SyntaxProblem {
  return {
    start,
    message: `the name \`${key.slice(0, 64)}\` is given twice in one object`,
    cure: 'Keep one of the two.',
  }
}

class Stop extends Error {
  readonly problem: SyntaxProblem
  constructor(problem: SyntaxProblem) {
    super(problem.message)
    this.problem = problem
  }
}
