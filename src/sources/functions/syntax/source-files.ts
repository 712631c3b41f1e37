import { readFileSync } from 'node:fs'
import type { FunctionProblem, Place, PlacedProblem } from '../function-problem.ts'
import { hashText } from '../store/hash-text.ts'
import { indexSource, type Parsed, type SourceFile } from './source-file.ts'

type Parse = (path: string, text: string) => Parsed

let parse: Parse | undefined

/** Loads the parser, a native library of some megabytes, when a file is really read. */
export async function loadParser(): Promise<void> {
  if (parse !== undefined) return
  const { parseSync } = await import('oxc-parser')
  parse = (path, text) => {
    const lang = /\.d\.[cm]?ts$/.test(path) ? 'dts' : path.endsWith('x') ? 'tsx' : 'ts'
    const { program, comments, errors } = parseSync(path, text, {
      lang,
      sourceType: 'module',
      astType: 'ts',
      preserveParens: false,
    })
    return { program, comments, errors }
  }
}

export function parseText(path: string, text: string): Parsed {
  if (parse === undefined) throw new Error('the parser is not loaded')
  return parse(path, text)
}

/** Everything that one reading looks at. What was found and what was not both decide the outcome. */
export class SourceFiles {
  /** Content hash of every file that was read. */
  readonly read = new Map<string, string>()
  /** Paths at which nothing was. */
  readonly absent = new Set<string>()
  readonly #texts = new Map<string, string | undefined>()
  readonly #parsed = new Map<string, SourceFile>()

  /** The text of a file; undefined when there is none. */
  text(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path)
    let text: string | undefined
    try {
      text = readFileSync(path, 'utf8')
      this.read.set(path, hashText(text))
    } catch {
      this.absent.add(path)
    }
    this.#texts.set(path, text)
    return text
  }

  /** The parsed file; undefined when there is none. */
  parsed(path: string): SourceFile | undefined {
    const known = this.#parsed.get(path)
    if (known !== undefined) return known
    const text = this.text(path)
    if (text === undefined) return undefined
    const file = indexSource(path, text, parseText(path, text))
    this.#parsed.set(path, file)
    return file
  }

  /** The documentation comment that ends right before a place, with nothing but space between. */
  commentBefore({ file, offset }: Place): { readonly text: string; readonly start: number } | undefined {
    const source = this.parsed(file)
    if (source === undefined) return undefined
    const { comments, text } = source
    let low = 0
    let high = comments.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((comments[middle]?.end ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    // Line comments between, such as those of linters, are stepped over.
    for (let index = low - 1, end = offset; index >= 0; index--) {
      const comment = comments[index]
      if (comment === undefined || text.slice(comment.end, end).trim() !== '') return undefined
      if (comment.type === 'Block' && comment.value.startsWith('*'))
        return { text: comment.value, start: comment.start + 2 }
      end = comment.start
    }
    return undefined
  }

  /** A problem with its place as line and column. */
  locate({ place, ...problem }: PlacedProblem): FunctionProblem {
    const before = (this.text(place.file) ?? '').slice(0, place.offset)
    const lineStart = before.lastIndexOf('\n') + 1
    return {
      file: place.file,
      line: before.split('\n').length,
      column: before.length - lineStart + 1,
      ...problem,
    }
  }
}
