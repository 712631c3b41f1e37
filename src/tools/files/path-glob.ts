import { compileSegment, type NameTest } from './segment-glob.ts'

/** A part of a glob between slashes: a test of one name, or `**`, any number of folders. */
type Segment = NameTest | typeof FOLDERS

const FOLDERS = Symbol('**')

/** Tells whether a path, given by its names, fits. */
export type PathTest = (names: readonly string[]) => boolean

/**
 * Reads a glob with slashes, as git does: `**` between slashes is any number of folders, also none; at the end it is
 * everything within. Undefined when it cannot fit anything.
 */
export function compilePath(glob: string): PathTest | undefined {
  const segments: Segment[] = []
  for (const part of glob.split('/')) {
    const segment = part === '**' ? FOLDERS : compileSegment(part)
    if (segment === undefined) return undefined
    segments.push(segment)
  }
  return (names) => matchSegments(segments, names)
}

/** As with stars in a name: only the last `**` is tried again. */
function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let [segment, at] = [0, 0]
  let [starSegment, starAt] = [-1, 0]
  while (at < names.length) {
    const wanted = segments[segment]
    if (wanted === FOLDERS) {
      if (segment === segments.length - 1) return true
      starSegment = segment++
      starAt = at
    } else if (wanted !== undefined && wanted(names[at] ?? '')) {
      segment++
      at++
    } else if (starSegment === -1) {
      return false
    } else {
      segment = starSegment + 1
      starAt++
      at = starAt
    }
  }
  // `a/**` is what is in `a`, not `a` itself: a `**` at the end wants at least one name.
  return segment === segments.length
}

const MAX_ALTERNATIVES = 100

/** Writes `*.{ts,tsx}` out as `*.ts` and `*.tsx`; undefined when that gives too many. Braces left open stay as they are. */
export function expandBraces(glob: string): string[] | undefined {
  const open = findBrace(glob)
  if (open === undefined) return [glob]
  const head = glob.slice(0, open.start)
  const expanded: string[] = []
  for (const option of open.options) {
    const rest = expandBraces(option + glob.slice(open.end))
    if (rest === undefined) return undefined
    expanded.push(...rest.map((tail) => head + tail))
    if (expanded.length > MAX_ALTERNATIVES) return undefined
  }
  return expanded
}

interface Braces {
  readonly start: number
  readonly end: number
  readonly options: readonly string[]
}

/** The first braces with a comma in them. */
function findBrace(glob: string): Braces | undefined {
  const open: { start: number; cuts: number[] }[] = []
  let found: Braces | undefined
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at]
    if (character === '\\') at++
    else if (character === '{') open.push({ start: at, cuts: [] })
    else if (character === ',') open.at(-1)?.cuts.push(at)
    else if (character === '}') {
      const braces = open.pop()
      if (braces === undefined || braces.cuts.length === 0) continue
      const edges = [braces.start, ...braces.cuts, at]
      const options = edges.slice(1).map((edge, index) => glob.slice((edges[index] ?? 0) + 1, edge))
      if (found === undefined || braces.start < found.start)
        found = { start: braces.start, end: at + 1, options }
      if (open.length === 0) break
    }
  }
  return found
}
