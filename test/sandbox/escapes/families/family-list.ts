import type { Family } from '../family.ts'
import { floods } from './floods.ts'
import { limits } from './limits.ts'
import { hosts, sideEffects, sideEffectsOfRoot } from './lists.ts'
import { reach } from './reach.ts'
import { scripts } from './scripts.ts'
import { state } from './state.ts'
import { survivors } from './survivors.ts'

export const FAMILIES: readonly Family[] = [
  reach,
  hosts,
  sideEffects,
  sideEffectsOfRoot,
  state,
  scripts,
  ...limits,
  ...floods,
  ...survivors,
]
