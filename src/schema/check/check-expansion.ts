import type { SchemaFrame, SchemaWalk } from './schema-walk.ts'

/** How many schemas may look at one and the same value, references followed. */
const MAX_EXPANSION = 10_000

/**
 * Follows references and in-place subschemas, which all look at the same value: a circle would never end, and doubling
 * at each step (`allOf` of twice the same `$ref`) would take for ever.
 */
export function checkExpansion(
  walk: SchemaWalk,
  targets: ReadonlyMap<SchemaFrame, readonly SchemaFrame[]>,
): void {
  const below = new Map<SchemaFrame, SchemaFrame[]>()
  for (const frame of walk.schemas) {
    if (!frame.inPlace || frame.parent === undefined) continue
    const siblings = below.get(frame.parent)
    if (siblings === undefined) below.set(frame.parent, [frame])
    else siblings.push(frame)
  }
  const nextOf = (frame: SchemaFrame): readonly SchemaFrame[] => {
    const children = below.get(frame) ?? []
    const referred = targets.get(frame)
    return referred === undefined ? children : [...children, ...referred]
  }
  const sizes = new Map<SchemaFrame, number>()
  for (const start of walk.schemas) if (!sizes.has(start) && !measure(walk, start, nextOf, sizes)) return
}

/** Depth first with a stack of its own; false when the walk should stop at what was found. */
function measure(
  walk: SchemaWalk,
  start: SchemaFrame,
  nextOf: (frame: SchemaFrame) => readonly SchemaFrame[],
  sizes: Map<SchemaFrame, number>,
): boolean {
  const stack = [{ frame: start, next: nextOf(start), index: 0, size: 1 }]
  const inside = new Set([start])
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.next[top.index]
    if (child === undefined) {
      sizes.set(top.frame, top.size)
      inside.delete(top.frame)
      stack.pop()
      continue
    }
    top.index += 1
    const size = sizes.get(child)
    if (size !== undefined) {
      top.size += size
      if (top.size <= MAX_EXPANSION) continue
      const message = `References make this schema look at one value more than ${MAX_EXPANSION} times.`
      walk.report(top.frame, [], 'SCHEMA_TOO_LARGE', message)
      return false
    }
    if (inside.has(child)) {
      walk.report(
        child,
        [],
        'SCHEMA_REF_CYCLE',
        'Following `$ref` from here leads back here, at the same value.',
      )
      continue
    }
    inside.add(child)
    stack.push({ frame: child, next: nextOf(child), index: 0, size: 1 })
    // What the child adds is counted when it is met again, below: step back so that it is.
    top.index -= 1
  }
  return true
}
