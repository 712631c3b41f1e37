import type { PatternNode } from '../../schema/pattern/pattern-syntax.ts'

/** A text that is in every match; `isAll` when there is nothing else to a match. */
export interface RequiredText {
  readonly text: string
  readonly isAll: boolean
}

/** The longest text that every match of a pattern holds; undefined when there is none. */
export function requiredText(node: PatternNode): RequiredText | undefined {
  const runs: string[] = []
  const isAll = collect(node, runs) && runs.length === 1
  let longest = ''
  for (const run of runs) if (run.length > longest.length) longest = run
  return longest === '' ? undefined : { text: longest, isAll }
}

/** Adds the runs of plain characters; whether the node is nothing but one. */
function collect(node: PatternNode, runs: string[]): boolean {
  switch (node.kind) {
    case 'set': {
      const character = onlyCharacter(node)
      if (character !== undefined) runs.push(character)
      return character !== undefined
    }
    case 'sequence':
      return collectSequence(node.items, runs)
    case 'repeat':
      if (node.min > 0) collect(node.item, runs)
      return false
    default:
      return false
  }
}

function collectSequence(items: readonly PatternNode[], runs: string[]): boolean {
  let run = ''
  let isAll = true
  const endRun = (): void => {
    if (run !== '') runs.push(run)
    run = ''
  }
  for (const item of items) {
    const character = item.kind === 'set' ? onlyCharacter(item) : undefined
    if (character !== undefined) {
      run += character
      continue
    }
    endRun()
    isAll = false
    collect(item, runs)
  }
  endRun()
  return isAll && runs.length > 0
}

function onlyCharacter({ set, property }: PatternNode & { kind: 'set' }): string | undefined {
  const [range] = set
  if (property !== undefined || set.length !== 1 || range === undefined || range[0] !== range[1])
    return undefined
  const character = String.fromCodePoint(range[0])
  // Half a character is in no decoded text as it is.
  return character.isWellFormed() ? character : undefined
}
