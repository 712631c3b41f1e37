import { ANYTHING, EMPTY, overlaps, unite, type CharacterSet } from './character-set.ts'
import type { PatternNode } from './pattern-syntax.ts'

/** What can come next, as far as the text decides. */
interface Follow {
  readonly set: CharacterSet
  /** Nothing more is needed: who comes here has matched, and never goes back. */
  readonly accepts: boolean
}

/** How often this point can be reached: n to the power of `degree`, times a constant. */
interface Reach {
  readonly degree: number
  readonly factor: number
}

const MATCHED: Follow = { set: EMPTY, accepts: true }
/** A repeat of this many or more counts as endless. */
const MANY = 100
const MAX_FACTOR = 1_000

/** A pattern whose cost is not bounded by a power of the length. */
const EXPONENTIAL = Infinity

/**
 * The greatest power of the text's length that a backtracking engine may need, as an upper bound: 1 is linear. A repeat
 * whose end the next character decides is walked once; any other leaves a choice at each character.
 */
export function patternCost(node: PatternNode): number {
  let worst = 1
  const note = (degree: number): void => {
    worst = Math.max(worst, degree)
  }
  const start: Reach = { degree: isAnchored(node) ? 0 : 1, factor: 1 }
  visit(node, start, MATCHED, note)
  return worst
}

type Note = (degree: number) => void

function visit(node: PatternNode, reach: Reach, follow: Follow, note: Note): Reach {
  switch (node.kind) {
    case 'set':
    case 'edge':
      return reach
    case 'back-reference':
      note(reach.degree + 1)
      return reach
    case 'look':
      visit(node.item, reach, MATCHED, note)
      return reach
    case 'choice':
      return visitChoice(node.options, reach, follow, note)
    case 'sequence': {
      const follows = followsIn(node.items, follow)
      let at = reach
      node.items.forEach((item, index) => {
        at = visit(item, at, follows[index + 1] ?? follow, note)
      })
      return at
    }
    case 'repeat':
      return visitRepeat(node, reach, follow, note)
  }
}

function visitChoice(options: readonly PatternNode[], reach: Reach, follow: Follow, note: Note): Reach {
  let { degree } = reach
  let factor = 0
  for (const option of options) {
    const after = visit(option, reach, follow, note)
    degree = Math.max(degree, after.degree)
    factor += after.factor
  }
  const share = areApart(options, follow) ? Math.max(reach.factor, factor / options.length) : factor
  return bound({ degree, factor: share }, note)
}

function visitRepeat(
  node: PatternNode & { kind: 'repeat' },
  reach: Reach,
  follow: Follow,
  note: Note,
): Reach {
  const { item, min, max } = node
  if (max <= 1)
    return visitChoice(min === 1 ? [item] : [item, { kind: 'sequence', items: [] }], reach, follow, note)
  const isSimple = item.kind === 'set'
  if (!isSimple && !isDecided(item)) {
    note(EXPONENTIAL)
    return reach
  }
  if (follow.accepts) return reach
  const isLong = max >= MANY
  if (isLong) note(reach.degree + 1)
  const leavesChoice = min !== max && overlaps(isSimple ? item.set : charactersOf(item), follow.set)
  if (!leavesChoice) return reach
  const { degree, factor } = reach
  return isLong
    ? bound({ degree: degree + 1, factor }, note)
    : bound({ degree, factor: factor * (max - min + 1) }, note)
}

/** Turns a constant that has grown large into one more power. */
function bound({ degree, factor }: Reach, note: Note): Reach {
  const after = factor > MAX_FACTOR ? { degree: degree + 1, factor: factor / MAX_FACTOR } : { degree, factor }
  note(after.degree)
  return after
}

/**
 * Whether a repeated part can be cut into its turns in one way only: all turns equally long, or each begun (or ended) by
 * a character found nowhere else in it, and no choice left within.
 */
function isDecided(item: PatternNode): boolean {
  if (hasLook(item)) return false
  if (item.kind === 'choice') {
    return areApart(item.options, MATCHED) && item.options.every((option) => isFixed(option))
  }
  if (isFixed(item)) return true
  if (item.kind !== 'sequence') return false
  const { items } = item
  const [head] = items
  const tail = items.at(-1)
  if (
    head?.kind === 'set' &&
    !overlaps(head.set, charactersOf({ kind: 'sequence', items: items.slice(1) }))
  ) {
    return leavesNoChoice(items.slice(1), { set: head.set, accepts: false })
  }
  if (
    tail?.kind === 'set' &&
    !overlaps(tail.set, charactersOf({ kind: 'sequence', items: items.slice(0, -1) }))
  ) {
    return leavesNoChoice(items, { set: EMPTY, accepts: false })
  }
  return false
}

function leavesNoChoice(items: readonly PatternNode[], follow: Follow): boolean {
  let isLinear = true
  const reach = visit({ kind: 'sequence', items }, { degree: 0, factor: 1 }, follow, (degree) => {
    if (degree > 1) isLinear = false
  })
  return isLinear && reach.degree === 0 && reach.factor === 1
}

/** Whether the first character says which option it is. */
function areApart(options: readonly PatternNode[], follow: Follow): boolean {
  let seen: CharacterSet = EMPTY
  for (const option of options) {
    const { set, accepts } = firstOf(option, follow)
    if (accepts || overlaps(seen, set)) return false
    seen = unite(seen, set)
  }
  return true
}

/** Whether it is always as long, with one way to match. */
function isFixed(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
    case 'edge':
      return true
    case 'sequence':
      return node.items.every(isFixed)
    case 'repeat':
      return node.min === node.max && isFixed(node.item)
    default:
      return false
  }
}

function hasLook(node: PatternNode): boolean {
  switch (node.kind) {
    case 'look':
    case 'back-reference':
      return true
    case 'sequence':
      return node.items.some(hasLook)
    case 'choice':
      return node.options.some(hasLook)
    case 'repeat':
      return hasLook(node.item)
    default:
      return false
  }
}

/** Every character that a node can hold anywhere. */
function charactersOf(node: PatternNode): CharacterSet {
  switch (node.kind) {
    case 'set':
      return node.set
    case 'sequence':
      return unite(...node.items.map(charactersOf))
    case 'choice':
      return unite(...node.options.map(charactersOf))
    case 'repeat':
      return charactersOf(node.item)
    case 'back-reference':
      return ANYTHING
    default:
      return EMPTY
  }
}

/** For each place in `items`, what can come there; the last is what comes behind them. */
function followsIn(items: readonly PatternNode[], behind: Follow): readonly Follow[] {
  const follows = [behind]
  let follow = behind
  for (const node of items.toReversed()) {
    follow = firstOf(node, follow)
    follows.push(follow)
  }
  return follows.reverse()
}

function firstOf(node: PatternNode, behind: Follow): Follow {
  switch (node.kind) {
    case 'set':
      return { set: node.set, accepts: false }
    case 'back-reference':
      return { set: ANYTHING, accepts: false }
    case 'edge':
      // Past the end there is nothing; a word boundary may turn a match down.
      return node.edge === '$' ? { set: EMPTY, accepts: false } : { set: behind.set, accepts: false }
    case 'look':
      return { set: behind.accepts ? ANYTHING : behind.set, accepts: false }
    case 'sequence':
      return node.items.reduceRight<Follow>((follow, item) => firstOf(item, follow), behind)
    case 'choice': {
      const firsts = node.options.map((option) => firstOf(option, behind))
      return { set: unite(...firsts.map(({ set }) => set)), accepts: firsts.some(({ accepts }) => accepts) }
    }
    case 'repeat': {
      const first = firstOf(node.item, behind)
      return node.min > 0 ? first : { set: unite(first.set, behind.set), accepts: behind.accepts }
    }
  }
}

function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'edge':
      return node.edge === '^'
    case 'sequence': {
      const [head] = node.items
      return head !== undefined && isAnchored(head)
    }
    case 'choice':
      return node.options.every(isAnchored)
    default:
      return false
  }
}
