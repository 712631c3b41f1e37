/** By code unit, so that no language decides the order. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
