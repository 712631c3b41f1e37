const SEGMENT = /\.?([\w$~-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

/** Reads what `formatPath` wrote, as far as it can: a long name in it was cut. */
export function parsePath(path: string): (string | number)[] {
  const segments: (string | number)[] = []
  SEGMENT.lastIndex = 0
  for (let found = SEGMENT.exec(path); found !== null; found = SEGMENT.exec(path)) {
    const [, name, index, quoted] = found
    if (index !== undefined) segments.push(Number(index))
    else if (quoted === undefined) segments.push(name ?? '')
    else segments.push(unquote(quoted))
  }
  return segments
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted
  }
}
