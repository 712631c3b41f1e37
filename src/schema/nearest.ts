const MAX_COMPARED_CHARACTERS = 64
const MAX_DISTANCE = 3

/**
 * The candidates most like `name`, nearest first; letter case does not count. A candidate more than a third of the
 * name away is not "near": a wrong hint is worse than none.
 */
export function nearestNames(name: string, candidates: Iterable<string>, limit: number = 3): string[] {
  if (name.length === 0 || name.length > MAX_COMPARED_CHARACTERS) return []
  const wanted = name.toLowerCase()
  const wantedLetters = lettersOf(wanted)
  const reach = Math.min(MAX_DISTANCE, Math.floor(name.length / 3))
  const found: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    const bound =
      candidate.length > name.length ? candidate.length - name.length : name.length - candidate.length
    if (bound > reach) continue
    const lower = candidate.toLowerCase()
    const letters = lettersOf(lower)
    // Each letter that only one of the two has costs one edit at least.
    if (hasMoreBits(wantedLetters & ~letters, reach) || hasMoreBits(letters & ~wantedLetters, reach)) continue
    const distance = boundedDistance(wanted, lower, reach)
    if (distance <= reach) found.push({ candidate, distance })
  }
  if (found.length > 1) found.sort((a, b) => a.distance - b.distance)
  return found.slice(0, limit).map((entry) => entry.candidate)
}

/** The letters of a text as bits; some share one. */
function lettersOf(text: string): number {
  let bits = 0
  for (let index = 0; index < text.length; index++) bits |= 1 << (text.charCodeAt(index) & 31)
  return bits
}

function hasMoreBits(bits: number, limit: number): boolean {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) if (++count > limit) return true
  return false
}

// Rows are reused between calls: a rejection compares one name with many.
let olderRow = new Uint8Array(MAX_COMPARED_CHARACTERS * 2)
let previousRow = new Uint8Array(MAX_COMPARED_CHARACTERS * 2)
let currentRow = new Uint8Array(MAX_COMPARED_CHARACTERS * 2)

/** Edit distance within a band, two swapped neighbours counting one, or `reach + 1` as soon as it must be larger. */
function boundedDistance(a: string, b: string, reach: number): number {
  if (a === b) return 0
  // What both begin and end with costs nothing; of a typing error little is left.
  let start = 0
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--
    endB--
  }
  return start === endA || start === endB
    ? Math.max(endA, endB) - start
    : bandedDistance(a.slice(start, endA), b.slice(start, endB), reach)
}

function bandedDistance(a: string, b: string, reach: number): number {
  const far = reach + 1
  const width = b.length
  if (width >= previousRow.length - 1) return far
  for (let column = 0; column <= width; column++) previousRow[column] = column < far ? column : far
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - reach)
    const to = Math.min(width, row + reach)
    currentRow[from - 1] = from === 1 ? Math.min(row, far) : far
    let best = currentRow[from - 1] ?? far
    const letter = a.charCodeAt(row - 1)
    for (let column = from; column <= to; column++) {
      const replaced = (previousRow[column - 1] ?? far) + (letter === b.charCodeAt(column - 1) ? 0 : 1)
      const removed = (column < row + reach ? (previousRow[column] ?? far) : far) + 1
      const added = (currentRow[column - 1] ?? far) + 1
      let cost = Math.min(replaced, removed, added, far)
      if (
        row > 1 &&
        column > 1 &&
        letter === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      ) {
        cost = Math.min(cost, (olderRow[column - 2] ?? far) + 1)
      }
      currentRow[column] = cost
      if (cost < best) best = cost
    }
    if (best > reach) return far
    const spent = olderRow
    olderRow = previousRow
    previousRow = currentRow
    currentRow = spent
  }
  return previousRow[width] ?? far
}
