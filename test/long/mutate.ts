import fc from 'fast-check'

interface Change {
  readonly at: number
  readonly kind: 'replace' | 'remove' | 'rename' | 'wrap'
  readonly value: unknown
}

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom('replace', 'remove', 'rename', 'wrap'),
  value: fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.constantFrom('__proto__', '', '5', -0, NaN, Infinity, '\ud800', [], {}, null, true, 'object', '#'),
  ),
})

/** Valid values with one to three places changed. */
export function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(applyChange, structuredClone(value)))
}

function applyChange(root: unknown, { at, kind, value }: Change): unknown {
  const places: [holder: Record<string, unknown>, key: string][] = []
  collect(root, places)
  const place = places[at % Math.max(1, places.length)]
  if (place === undefined) return value
  const [holder, key] = place
  if (kind === 'replace') holder[key] = value
  else if (kind === 'wrap') holder[key] = [holder[key]]
  else {
    const old = holder[key]
    delete holder[key]
    if (kind === 'rename')
      Object.defineProperty(holder, JSON.stringify([value]), {
        value: old,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return root
}

function collect(value: unknown, places: [Record<string, unknown>, string][]): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    places.push([value as Record<string, unknown>, key])
    collect((value as Record<string, unknown>)[key], places)
  }
}
