import { createRecentMap } from '../../schema/recent-map.ts'
import type { WorkerProgram } from './messages.ts'

const MAX_KNOWN_FILES = 1_000

/**
 * Counts changes of module files. A worker keeps what it has once imported, and what that imported in turn: jobs of
 * another generation go to workers of their own, and those of before end when nothing comes any more.
 */
export class Generations {
  readonly #revisions = createRecentMap<string>(MAX_KNOWN_FILES)
  #current = 0

  of(program: WorkerProgram): number {
    if (program.kind !== 'module' || program.revision === undefined) return this.#current
    const before = this.#revisions.get(program.file)
    if (before !== undefined && before !== program.revision) this.#current++
    this.#revisions.set(program.file, program.revision)
    return this.#current
  }
}
