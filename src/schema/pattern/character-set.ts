/** Code points, as pairs of first and last, sorted and apart from each other. */
export type CharacterSet = readonly (readonly [number, number])[]

const LAST = 0x10_ff_ff

export const EMPTY: CharacterSet = []
export const DIGITS: CharacterSet = [[48, 57]]
export const WORD: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
export const SPACE: CharacterSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x16_80, 0x16_80],
  [0x20_00, 0x20_0a],
  [0x20_28, 0x20_29],
  [0x20_2f, 0x20_2f],
  [0x20_5f, 0x20_5f],
  [0x30_00, 0x30_00],
  [0xfe_ff, 0xfe_ff],
]
const LINE_ENDS: CharacterSet = [
  [10, 10],
  [13, 13],
  [0x20_28, 0x20_29],
]

export function unite(...sets: readonly CharacterSet[]): CharacterSet {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0])
  const united: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = united.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else united.push([first, last])
  }
  return united
}

export function complement(set: CharacterSet): CharacterSet {
  const rest: [number, number][] = []
  let next = 0
  for (const [first, last] of set) {
    if (first > next) rest.push([next, first - 1])
    next = last + 1
  }
  if (next <= LAST) rest.push([next, LAST])
  return rest
}

export function overlaps(left: CharacterSet, right: CharacterSet): boolean {
  return left.some(([first, last]) => right.some((other) => first <= other[1] && other[0] <= last))
}

export const ANYTHING: CharacterSet = complement(EMPTY)
/** What `.` stands for. */
export const NO_LINE_END: CharacterSet = complement(LINE_ENDS)
