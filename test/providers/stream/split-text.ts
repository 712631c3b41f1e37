import fc from 'fast-check'

/** Cuts a text (or bytes) at places that fast-check picks. */
export function splitAt<
  Sliceable extends { readonly length: number; slice(from: number, to: number): Sliceable },
>(whole: Sliceable, cuts: readonly number[]): Sliceable[] {
  const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b)
  const pieces: Sliceable[] = []
  let from = 0
  for (const place of [...places, whole.length]) {
    pieces.push(whole.slice(from, place))
    from = place
  }
  return pieces
}

export const anyCuts: fc.Arbitrary<number[]> = fc.array(fc.nat(), { maxLength: 40 })
