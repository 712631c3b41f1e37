import type { SandboxLevel } from '../policy.ts'
import type { LevelFacts } from './level-facts.ts'
import { restrictedLevel } from './restricted-level.ts'
import { standardLevel } from './standard-level.ts'
import { strictLevel } from './strict-level.ts'

export const LEVEL_FACTS: ReadonlyMap<SandboxLevel, LevelFacts> = new Map(
  [standardLevel, strictLevel, restrictedLevel].map((facts) => [facts.level, facts]),
)
