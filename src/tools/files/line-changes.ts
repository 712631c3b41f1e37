/** A run of lines that differs: `removed` lines of the old text from `oldAt`, for `added` lines of the new from `newAt`. */
export interface LineChange {
  readonly oldAt: number
  readonly removed: number
  readonly newAt: number
  readonly added: number
}

/** Time and memory grow with the square of this; beyond it all between the first and last change counts as changed. */
const MAX_EDITS = 500

/** The fewest lines to take out and put in (Myers 1986), as runs from top to bottom. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [endOld, endNew] = [before.length, after.length]
  while (endOld > start && endNew > start && before[endOld - 1] === after[endNew - 1]) {
    endOld--
    endNew--
  }
  const removed = endOld - start
  const added = endNew - start
  if (removed === 0 && added === 0) return []
  const whole: LineChange = { oldAt: start, removed, newAt: start, added }
  if (removed === 0 || added === 0) return [whole]
  const isEqual = (old: number, now: number): boolean => before[start + old] === after[start + now]
  const rows = findPath(removed, added, isEqual)
  return rows === undefined ? [whole] : readPath(rows, removed, added, start)
}

/** For each number of edits, how far each diagonal comes; undefined when there are too many. */
function findPath(
  oldLines: number,
  newLines: number,
  isEqual: (old: number, now: number) => boolean,
): Int32Array[] | undefined {
  const rows: Int32Array[] = []
  let reached = new Int32Array(3)
  const limit = Math.min(MAX_EDITS, oldLines + newLines)
  for (let edits = 0; edits <= limit; edits++) {
    // Diagonals from -edits to edits, with one more on each side; index `diagonal + edits + 1`.
    const next = new Int32Array(2 * edits + 3)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let old = edits === 0 ? 0 : startOf(reached, diagonal, edits)
      let now = old - diagonal
      while (old < oldLines && now < newLines && isEqual(old, now)) {
        old++
        now++
      }
      next[diagonal + edits + 1] = old
      if (old >= oldLines && now >= newLines) {
        rows.push(next)
        return rows
      }
    }
    rows.push(next)
    reached = next
  }
  return undefined
}

/** The row before has its diagonals one place to the left. */
function startOf(reached: Int32Array, diagonal: number, edits: number): number {
  return goesDown(reached, diagonal, edits)
    ? (reached[diagonal + edits + 1] ?? 0)
    : (reached[diagonal + edits - 1] ?? 0) + 1
}

/** Whether a diagonal is best reached by adding a line, not by removing one. */
function goesDown(reached: Int32Array, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  if (diagonal === edits) return false
  return (reached[diagonal + edits - 1] ?? 0) < (reached[diagonal + edits + 1] ?? 0)
}

function readPath(
  rows: readonly Int32Array[],
  oldLines: number,
  newLines: number,
  offset: number,
): LineChange[] {
  const changes: LineChange[] = []
  let [old, now] = [oldLines, newLines]
  for (let edits = rows.length - 1; edits > 0; edits--) {
    const reached = rows[edits - 1] ?? new Int32Array(3)
    const diagonal = old - now
    const isAdded = goesDown(reached, diagonal, edits)
    const startOld = startOf(reached, diagonal, edits)
    const edge = { old: startOld - (isAdded ? 0 : 1), now: startOld - diagonal - (isAdded ? 1 : 0) }
    join(changes, {
      oldAt: offset + edge.old,
      removed: isAdded ? 0 : 1,
      newAt: offset + edge.now,
      added: isAdded ? 1 : 0,
    })
    old = edge.old
    now = edge.now
  }
  return changes.reverse()
}

/** Changes come from the bottom up; one that ends where the last begins joins it. */
function join(changes: LineChange[], next: LineChange): void {
  const last = changes.at(-1)
  if (
    last === undefined ||
    next.oldAt + next.removed !== last.oldAt ||
    next.newAt + next.added !== last.newAt
  ) {
    changes.push(next)
    return
  }
  changes[changes.length - 1] = {
    oldAt: next.oldAt,
    removed: next.removed + last.removed,
    newAt: next.newAt,
    added: next.added + last.added,
  }
}
