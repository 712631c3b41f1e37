import { nearestNames } from '../schema/nearest.ts'

/** ` Did you mean \`x\`?`, or nothing when no candidate is near. */
export function suggest(name: unknown, candidates: Iterable<string>): string {
  const nearest = typeof name === 'string' ? nearestNames(name, candidates, 1)[0] : undefined
  return nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
}
